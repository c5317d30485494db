// Buttons and menus of messages

const ROW = 1, BUTTON = 2, MENU = 3, USER_MENU = 5, CHANNEL_MENU = 8;
const LINK_STYLE = 5;
const buttonStyles = { 1: 'primary', 2: 'secondary', 3: 'success', 4: 'danger', 5: 'link' };

function componentRows(message) {
  const rows = (message.components ?? []).filter((row) => row.type === ROW);
  if (rows.length === 0) return null;
  return make('div', { class: 'rows' }, rows.map((row) => make('div', { class: 'row' }, (row.components ?? []).map((component) => componentNode(message, component)))));
}

function componentNode(message, component) {
  if (component.type === BUTTON) return buttonNode(message, component);
  if (component.type === MENU) return menuNode(message, component);
  if (component.type === USER_MENU) return menuNode(message, { ...component, options: userOptions(component) });
  if (component.type === CHANNEL_MENU) return menuNode(message, { ...component, options: channelOptions(component) });
  return null;
}

function buttonNode(message, component) {
  const busy = component.custom_id && view.busy.get(message.id) === component.custom_id;
  const { label, emoji } = component;
  const isLink = component.style === LINK_STYLE;
  const picture = componentEmoji(emoji, label ? '' : undefined);
  return make('button', {
    type: 'button', class: `press ${buttonStyles[component.style] ?? 'secondary'}${busy ? ' busy' : ''}`, 'data-custom-id': component.custom_id,
    disabled: Boolean(component.disabled), 'aria-busy': busy && 'true',
    click: () => (isLink ? followLink(component.url) : press(message, component.custom_id)),
  }, picture, label && make('span', {}, withEmoji(label)), isLink && icon('out'), busy && dots());
}

const componentEmoji = (emoji, label) => emoji?.name && (emoji.id ? customEmojiNode(emoji.name, emoji.id, label) : emojiNode(emoji.name, label));

function followLink(url) {
  const jump = jumpPattern.exec(url ?? '');
  if (jump) jumpTo(jump[1], jump[2]);
  else if (/^https?:\/\//.test(url ?? '')) window.open(url, '_blank', 'noopener,noreferrer');
}

function userOptions(component) {
  const chosen = (component.default_values ?? []).map((value) => value.id);
  return [...view.people.values()].map((user) => ({ label: `@${user.name}`, value: user.id, default: chosen.includes(user.id) }));
}

function channelOptions(component) {
  const chosen = (component.default_values ?? []).map((value) => value.id);
  const kinds = component.channel_types ?? [];
  const offered = view.channels.filter((channel) => channel.guild_id && (kinds.length === 0 || kinds.includes(channel.type)));
  return offered.map((channel) => ({ label: `#${channel.name}`, value: channel.id, default: chosen.includes(channel.id) }));
}

function menuNode(message, component) {
  const chosen = component.options.filter((option) => option.default);
  const busy = view.busy.get(message.id) === component.custom_id;
  const shown = chosen.map((option) => option.label).join(', ') || component.placeholder || 'Make a selection';
  const control = make('button', {
    type: 'button', class: `select${chosen.length > 0 ? ' chosen' : ''}${busy ? ' busy' : ''}`, 'data-custom-id': component.custom_id, disabled: Boolean(component.disabled),
    'aria-haspopup': 'listbox', 'aria-expanded': 'false', 'aria-busy': busy && 'true',
    click: () => openMenu(control, message, component),
  }, make('span', {}, withEmoji(shown)), busy ? dots() : icon('down'));
  return control;
}

// A menu with a single choice sends it at once; one with several choices sends them when it closes.
function openMenu(control, message, component) {
  const isMultiple = component.max_values > 1;
  const values = new Set(component.options.filter((option) => option.default).map((option) => option.value));
  const before = [...values].join();
  const items = component.options.map((option) => make('button', {
    type: 'button', class: 'item', role: 'option', 'data-value': option.value, 'aria-selected': String(Boolean(option.default)),
    click: ({ currentTarget }) => {
      if (isMultiple) {
        if (!values.delete(option.value)) values.add(option.value);
        currentTarget.setAttribute('aria-selected', String(values.has(option.value)));
        return;
      }
      closePopup(true);
      press(message, component.custom_id, [option.value]);
    },
  }, componentEmoji(option.emoji, ''), make('span', {}, withEmoji(option.label), option.description && make('small', {}, withEmoji(option.description)))));
  const list = make('div', { class: 'popup', role: 'listbox', 'aria-label': component.placeholder ?? 'Make a selection' }, items);
  list.style.width = `${control.offsetWidth}px`;
  control.setAttribute('aria-expanded', 'true');
  if (isMultiple) list.setAttribute('aria-multiselectable', 'true');
  openPopup(control, list, () => {
    control.setAttribute('aria-expanded', 'false');
    if (isMultiple && [...values].join() !== before) press(message, component.custom_id, [...values]);
  });
}

function press(message, customId, values) {
  // As in Discord, a message accepts no press while another one awaits its response.
  if (view.busy.has(message.id)) return;
  view.busy.set(message.id, customId);
  view.failures.delete(message.id);
  redrawMessage(message);
  request({ type: 'press', channel_id: message.channel_id, message_id: message.id, custom_id: customId, values }, (ok, error) => {
    view.busy.delete(message.id);
    if (!ok) view.failures.set(message.id, error ?? 'This interaction failed');
    redrawMessage(message);
  });
}

function redrawMessage({ channel_id: channelId, id }) {
  const entry = findEntry(channelId, id);
  if (!entry) return;
  entry.revision = view.revision += 1;
  drawMessages();
}
