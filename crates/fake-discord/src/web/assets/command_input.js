// The command box: drawing

function chipNode(chip) {
  const { option } = chip;
  const active = chip === box.active;
  const remove = (event) => {
    event.stopPropagation();
    removeChip(chip);
  };
  return make('div', {
    class: `chip${active ? ' active' : ''}${chip.error ? ' wrong' : ''}`, 'data-option': option.name, title: chip.error ?? translated(option, 'description'),
    click: () => {
      if (!active) activate(chip);
      focusBox();
    },
  }, make('span', { class: 'label' }, option.name), make('span', { class: 'value' }, active ? '' : withEmoji(chip.text)),
    !option.required && make('button', { type: 'button', class: 'remove', 'aria-label': `Remove ${option.name}`, click: remove }, icon('cross')));
}

function drawBox() {
  const line = byId('line');
  const focused = document.activeElement === input;
  const old = [...line.children].filter((node) => node !== input);
  const chips = box.command ? box.chips.map(chipNode) : [];
  if (box.command) line.append(make('span', { class: 'command-name' }, '/' + box.command.name), ...chips);
  const home = box.active ? chips[box.chips.indexOf(box.active)].querySelector('.value') : line;
  // moveBefore keeps the focus, where the browser supports it.
  if (home.moveBefore) home.moveBefore(input, null);
  else home.append(input);
  old.forEach((node) => node.remove());
  line.classList.toggle('command', Boolean(box.command));
  if (focused && document.activeElement !== input) input.focus();
  labelBox();
  fitBox();
  drawSuggestions();
}

function labelBox() {
  const channel = currentChannel();
  const place = channel ? `Message ${channelTitle(channel)}` : 'Message';
  const option = box.active?.option;
  input.placeholder = box.command ? '' : place;
  input.setAttribute('aria-label', option ? `${option.name}: ${translated(option, 'description')}` : box.command ? `/${box.command.name}: another option` : place);
}

function fitBox() {
  input.style.width = box.command ? `${Math.max(3, input.value.length + 2)}ch` : '';
  input.style.height = '';
  if (!box.command) input.style.height = `${Math.max(32, input.scrollHeight)}px`;
}

// The command box: input and submission

function onInput() {
  box.open = true;
  if (!box.command) chooseTypedCommand();
  else takeTyped(input.value.replace(/\n/g, ' '));
  fitBox();
  drawSuggestions();
}

function chooseTypedCommand() {
  const text = input.value;
  const command = chatCommands().find((one) => text.startsWith(`/${one.name} `));
  if (!command) return;
  chooseCommand(command);
  takeTyped(text.slice(command.name.length + 2));
}

// Takes what was typed or pasted after a command or into an option. `opponent:` begins an option; without
// the colon it does so only where a value would begin.
function takeTyped(text) {
  const options = [...(box.active ? [box.active.option] : []), ...optionsLeft()];
  const names = options.map((option) => option.name).join('|');
  const match = names && new RegExp(`(?:^|\\s)(${names}):|^\\s*(${names})\\s`, 'iu').exec(text);
  const before = match ? text.slice(0, match.index).trim() : text;
  if (box.active) Object.assign(box.active, { text: before, value: undefined, error: null });
  if (match && (box.active || before === '')) {
    const name = match[1] ?? match[2];
    activate(chipFor(options.find((option) => equalsIgnoreCase(option.name, name))));
    takeTyped(text.slice(match.index + match[0].length).trimStart());
    return;
  }
  if (input.value !== text) input.value = text;
  if (box.active?.option.autocomplete) requestChoices(200);
}

// By key: returns whether the key press was handled.
const keyHandlers = {
  ArrowDown: () => stepHighlight(1),
  ArrowUp: () => stepHighlight(-1),
  Enter: (event) => {
    if (event.shiftKey && !box.command) return false;
    if (!pickHighlighted()) submit();
    return true;
  },
  Tab: (event) => (event.shiftKey ? stepChip(-1) : pickHighlighted() || stepChip(1)),
  Escape: () => {
    if (box.command || input.value.startsWith('/')) cancelCommand();
    box.open = false;
    drawSuggestions();
    return true;
  },
  Backspace: () => {
    if (!box.command || input.value !== '') return false;
    if (box.active && !box.active.option.required) removeChip(box.active);
    else if (!stepChip(-1)) cancelCommand();
    return true;
  },
  ArrowLeft: () => Boolean(box.command) && input.selectionEnd === 0 && stepChip(-1),
  ArrowRight: () => Boolean(box.active) && input.selectionStart === input.value.length && stepChip(1),
};

function stepHighlight(by) {
  const count = box.items.length;
  if (count === 0) return false;
  highlight(box.highlighted < 0 && by < 0 ? count - 1 : (box.highlighted + by + count) % count);
  return true;
}

function pickHighlighted() {
  const item = box.items[box.highlighted];
  if (!item) return false;
  item.pick();
  return true;
}

// After the last chip comes the empty position, where another option can be named.
function stepChip(by) {
  if (!box.command) return false;
  const places = [...box.chips, null];
  const at = places.indexOf(box.active) + by;
  if (at < 0 || at >= places.length) return false;
  activate(places[at]);
  return true;
}

function submit() {
  if (box.command) submitCommand();
  else if (input.value.trim() !== '') {
    if (!send({ type: 'say', channel_id: view.channelId, content: input.value.trim() })) return;
    cancelCommand();
    scrollToEnd();
  }
}

function submitCommand() {
  const options = [];
  for (const chip of box.chips) {
    const { value, error } = readValue(chip);
    chip.error = error ?? null;
    if (value !== undefined) options.push({ name: chip.option.name, value });
  }
  const wrong = box.chips.find((chip) => chip.error);
  if (wrong) activate(wrong);
  // Words that belong to no option are not left out in silence: the box says so.
  if (wrong || (!box.active && input.value.trim() !== '')) return focusBox();
  const { name } = box.command;
  cancelCommand();
  return runCommand(name, { kind: SLASH_COMMAND, options });
}

let attemptCount = 0;

function runCommand(name, details) {
  const attempt = {
    key: `attempt-${attemptCount += 1}`, channelId: view.channelId, userId: view.me, title: details.kind === SLASH_COMMAND ? '/' + name : name, state: 'quiet', after: lastId(view.channelId), timestamp: new Date(now()).toISOString(),
  };
  view.attempts.push(attempt);
  scrollToEnd();
  // Most responses arrive at once; only a slow one gets its own item in the list.
  setTimeout(() => {
    if (attempt.state === 'quiet') setAttempt(attempt, 'sending');
  }, 400);
  request({ type: 'command', channel_id: view.channelId, name, ...details }, (ok, error) => {
    attempt.error = error ?? 'The application did not respond';
    setAttempt(attempt, ok ? 'done' : 'failed');
  });
}

function setAttempt(attempt, state) {
  attempt.state = state;
  if (state === 'done') dropAttempt(attempt);
  else drawMessages();
}
