// Small helpers

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

// A link whose plain click stays in the page; other clicks open tabs, as everywhere.
function plainClick(action) {
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
const same = (one, other) => one.toLowerCase() === other.toLowerCase();
// Ids are numbers too large for JavaScript's, written as text: the longer is the larger.
const compareIds = (one, other) => one.length - other.length || (one < other ? -1 : one > other ? 1 : 0);

// What the page knows

const FLAG_THINKING = 128;
const SHOWN_AT_MOST = 300;
const GROUPED_WITHIN = 7 * 60 * 1000;
const JUMBO_AT_MOST = 30;

const view = {
  me: null,
  people: new Map(),
  guild: { id: '', name: '' },
  channels: [],
  messages: new Map(),
  commands: [],
  bot: { id: '', name: 'The bot', online: true },
  channelId: null,
  revision: 0,
  busy: new Map(),
  failures: new Map(),
  attempts: [],
  atEnd: true, handAt: 0,
};
// For each person, the newest message that was seen in each channel. It outlives a switch of person.
const seen = new Map();

const person = (id) => view.people.get(id);
const channelById = (id) => view.channels.find((channel) => channel.id === id);
// Where a newcomer is: where others are too.
const firstChannel = () => view.channels.find((channel) => channel.kind === 'text') ?? view.channels[0];
const currentChannel = () => channelById(view.channelId);
const entriesOf = (channelId) => view.messages.get(channelId) ?? [];
const nameOf = (user) => person(user.id)?.name ?? user.global_name ?? user.username ?? 'Someone';
const humans = () => [...view.people.values()].filter((one) => !one.bot);

function findEntry(channelId, id) {
  return entriesOf(channelId).find((entry) => entry.message.id === id);
}
