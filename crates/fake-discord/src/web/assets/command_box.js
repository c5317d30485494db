// The command box: available commands

const BOOLEAN_OPTION = 5;
const USER_OPTION = 6;

const usableCommands = () => view.commands.filter((command) => currentChannel()?.command_ids.includes(command.id));

// In the user's language, if the bot has given a translation.
const translated = (it, key) => it[`${key}_localizations`]?.[view.locale] ?? it[key];

// Each subcommand is listed as a command of its own, named "command subcommand".
const chatCommands = () => usableCommands().filter((command) => command.type === SLASH_COMMAND).flatMap((command) => {
  const subcommands = (command.options ?? []).filter((option) => option.type === 1);
  return subcommands.length === 0 ? [command] : subcommands.map((sub) => ({ ...command, name: `${command.name} ${sub.name}`, description: sub.description, description_localizations: sub.description_localizations, options: sub.options ?? [] }));
});

// The command box: its state. Without a command it is a message box. With one, the same text area moves into
// the chip of the active option, so that there is only one input.

const box = { command: null, chips: [], active: null, highlighted: -1, items: [], choices: null, choicesFor: null, timer: 0, nonce: null, open: false };
const input = byId('command-box');

function chooseCommand(command) {
  Object.assign(box, { command, chips: (command.options ?? []).filter((option) => option.required).map((option) => newChip(option)), active: null });
  input.value = '';
  activate(box.chips.find((chip) => chip.text === '') ?? null);
  focusBox();
}

const newChip = (option) => ({ option, text: '', value: undefined, error: null });

function chipFor(option) {
  let chip = box.chips.find((one) => one.option === option);
  if (!chip) box.chips.push(chip = newChip(option));
  return chip;
}

const optionsLeft = () => (box.command.options ?? []).filter((option) => !box.chips.some((chip) => chip.option === option));

function activate(chip) {
  box.active = chip;
  input.value = chip?.text ?? '';
  Object.assign(box, { choices: null, choicesFor: chip, highlighted: -1 });
  if (chip?.option.autocomplete) requestChoices(0);
  drawBox();
  input.setSelectionRange(input.value.length, input.value.length);
}

function advance() {
  activate(box.chips.find((chip) => chip.text === '' && chip !== box.active && chip.option.required) ?? null);
}

function removeChip(chip) {
  box.chips = box.chips.filter((one) => one !== chip);
  activate(null);
  focusBox();
}

function cancelCommand() {
  clearTimeout(box.timer);
  Object.assign(box, { command: null, chips: [], active: null, choices: null });
  input.value = '';
  drawBox();
}

function focusBox() {
  input.focus();
  box.open = true;
  drawSuggestions();
}

// The command box: option values

function candidatesOf(option) {
  if (option.autocomplete) return (box.choicesFor?.option === option && box.choices) || [];
  if (option.choices?.length) return option.choices.map((choice) => ({ ...choice, name: translated(choice, 'name') }));
  if (option.type === BOOLEAN_OPTION) return [{ name: 'True', value: true }, { name: 'False', value: false }];
  if (option.type === USER_OPTION) return [...view.people.values()].map((user) => ({ name: '@' + user.name, value: user.id, user }));
  return [];
}

function readValue({ option, text, value }) {
  if (value !== undefined) return { value };
  const words = text.trim();
  if (words === '') return option.required ? { error: 'This option is needed.' } : {};
  const plain = words.replace(/^[@#]/, '');
  const match = candidatesOf(option).find((one) => equalsIgnoreCase(one.name, words) || equalsIgnoreCase(one.name.replace(/^[@#]/, ''), plain) || equalsIgnoreCase(String(one.value), words) || (one.user && equalsIgnoreCase(one.user.username, plain)));
  if (match) return { value: match.value };
  const begun = filterByName(candidatesOf(option), words, (one) => one.name);
  const isFree = ![BOOLEAN_OPTION, USER_OPTION].includes(option.type) && (option.autocomplete || !option.choices?.length);
  if (isFree) return { value: words };
  return begun.length === 1 ? { value: begun[0].value } : { error: 'Please pick one from the list.' };
}

function requestChoices(delay) {
  clearTimeout(box.timer);
  const { command, active } = box;
  box.timer = setTimeout(() => {
    if (box.active !== active || box.command !== command) return;
    const given = box.chips.map((chip) => ({ name: chip.option.name, value: chip === active ? chip.text : readValue(chip).value })).filter((one) => one.value !== undefined);
    box.nonce = request({ type: 'complete', channel_id: view.channelId, name: command.name, options: given, focused: active.option.name }, (ok) => {
      if (!ok) receiveChoices(box.nonce, []);
    });
  }, delay);
}

function receiveChoices(nonce, choices) {
  if (nonce !== box.nonce) return;
  box.choices = choices;
  drawSuggestions();
}

// The command box: suggestions

function filterByName(list, text, getName) {
  const words = text.trim().replace(/^[@#]/, '').toLowerCase();
  const startsWith = [], includes = [];
  for (const one of list) {
    const name = getName(one).replace(/^[@#]/, '').toLowerCase();
    if (name.startsWith(words)) startsWith.push(one);
    else if (name.includes(words)) includes.push(one);
  }
  return [...startsWith, ...includes];
}

function suggestCommands() {
  const words = input.value.slice(1).replace(/\s+/g, ' ');
  const bot = userById(view.bot.id);
  return {
    preselect: true,
    items: filterByName(chatCommands(), words, (command) => command.name).map((command) => ({
      picture: bot && avatar(bot), title: '/' + command.name, detail: translated(command, 'description'), source: view.bot.name, pick: () => chooseCommand(command),
    })),
  };
}

function suggestOptions() {
  const words = input.value.trim();
  const item = (option, value = '') => ({
    title: option.name, detail: translated(option, 'description'),
    pick: () => {
      activate(chipFor(option));
      if (value === '') return;
      input.value = value;
      onInput();
    },
  });
  const items = filterByName(optionsLeft(), words, (option) => option.name).map((option) => item(option));
  if (words !== '' && items.length === 0) {
    const others = optionsLeft().map((option) => item(option, words));
    return { preselect: false, hint: [words, others.length ? 'is no option. What is it for?' : 'is no option here.'], isError: true, items: others };
  }
  return { preselect: words !== '', hint: items.length ? ['', 'Press Enter to send, or add an option.'] : null, items };
}

function suggestValues({ option, text, value, error }) {
  // What an app suggests is shown as it is.
  const words = value !== undefined || option.autocomplete ? '' : text;
  const found = filterByName(candidatesOf(option), words, (one) => one.name);
  const items = found.slice(0, 25).map((one) => ({
    picture: one.user && avatar(one.user), title: one.name, detail: one.user?.username,
    pick: () => {
      Object.assign(box.active, { text: one.name, value: one.value, error: null });
      advance();
    },
  }));
  const waiting = option.autocomplete && box.choices === null;
  return { preselect: value === undefined, hint: [option.name, error ?? translated(option, 'description') + (waiting ? ' · looking…' : '')], isError: Boolean(error), items };
}

function suggestions() {
  if (box.command) return box.active ? suggestValues(box.active) : suggestOptions();
  if (/^\/[^\n]*$/.test(input.value)) return suggestCommands();
  return { items: [] };
}

function suggestionNode(item, at) {
  const take = () => {
    item.pick();
    focusBox();
  };
  return make('div', {
    class: 'suggestion', role: 'option', id: `suggestion-${at}`, 'aria-selected': 'false', click: take,
    // Keeps the focus in the box, and with it the phone's on-screen keyboard.
    mousedown: (event) => event.preventDefault(),
  }, item.picture, make('div', { class: 'words' }, make('span', { class: 'title' }, withEmoji(item.title)), item.detail && make('span', { class: 'detail' }, withEmoji(item.detail))),
    item.source && make('span', { class: 'source' }, item.source));
}

function drawSuggestions() {
  const { items, hint, isError, preselect } = suggestions();
  const shown = box.open && (items.length > 0 || Boolean(hint));
  box.items = shown ? items : [];
  byId('suggestions').hidden = !shown;
  input.setAttribute('aria-expanded', String(shown));
  byId('hint').hidden = !hint;
  byId('hint').classList.toggle('wrong', Boolean(isError));
  byId('hint').replaceChildren(...(hint ? [make('b', {}, hint[0]), hint[0] ? ' ' : '', hint[1]] : []));
  byId('suggestion-list').replaceChildren(...box.items.map(suggestionNode));
  highlight(preselect && box.items.length ? 0 : -1);
}

function highlight(at) {
  box.highlighted = at;
  [...byId('suggestion-list').children].forEach((node, index) => {
    node.setAttribute('aria-selected', String(index === at));
    if (index === at) node.scrollIntoView({ block: 'nearest' });
  });
  if (at >= 0) input.setAttribute('aria-activedescendant', `suggestion-${at}`);
  else input.removeAttribute('aria-activedescendant');
}
