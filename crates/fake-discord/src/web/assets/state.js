// Helpers

const byId = (id) => document.getElementById(id);

function make(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === 'function') node.addEventListener(name, value);
    else node.setAttribute(name, value === true ? '' : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

// Handles a click on a link in the page itself. With a modifier key, the browser opens a tab or window as usual.
function onPlainClick(action) {
  return (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    action();
  };
}

function icon(name) {
  const space = 'http://www.w3.org/2000/svg';
  const image = document.createElementNS(space, 'svg');
  image.setAttribute('class', 'icon');
  image.setAttribute('aria-hidden', 'true');
  const use = document.createElementNS(space, 'use');
  use.setAttribute('href', `#i-${name}`);
  image.append(use);
  return image;
}

const dots = () => make('span', { class: 'dots', 'aria-hidden': 'true' }, make('i'), make('i'), make('i'));
const equalsIgnoreCase = (one, other) => one.toLowerCase() === other.toLowerCase();
// Ids are decimal strings of numbers beyond Number.MAX_SAFE_INTEGER, so the longer one is the larger.
const compareIds = (one, other) => one.length - other.length || (one < other ? -1 : one > other ? 1 : 0);

// State

const SLASH_COMMAND = 1, USER_COMMAND = 2, MESSAGE_COMMAND = 3;
const LOADING_FLAG = 128;
const MAX_SHOWN_MESSAGES = 300;
const GROUP_INTERVAL_MS = 7 * 60 * 1000;
const MAX_JUMBO_EMOJI = 30;

const view = {
  me: null,
  locale: '', locales: [],
  people: new Map(),
  guild: { id: '', name: '' },
  channels: [],
  messages: new Map(),
  commands: [],
  // The name of the command that a newcomer needs first, if there is one.
  startCommand: null,
  bot: { id: '', name: 'The bot', online: true },
  channelId: null,
  revision: 0,
  busy: new Map(),
  failures: new Map(),
  attempts: [],
  atEnd: true, userScrolledAt: 0,
};
// By user id and channel id: the id of the newest message that the user has seen. Kept when the user is switched.
const lastSeen = new Map();

const userById = (id) => view.people.get(id);
const channelById = (id) => view.channels.find((channel) => channel.id === id);
// A text channel if there is one, since others see it too.
const defaultChannel = () => view.channels.find((channel) => channel.kind === 'text') ?? view.channels[0];
const currentChannel = () => channelById(view.channelId);
const entriesOf = (channelId) => view.messages.get(channelId) ?? [];
const nameOf = (user) => userById(user.id)?.name ?? user.global_name ?? user.username ?? 'Someone';
const humans = () => [...view.people.values()].filter((user) => !user.bot);

function findEntry(channelId, id) {
  return entriesOf(channelId).find((entry) => entry.message.id === id);
}
