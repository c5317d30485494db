// The line to the server

const UNREACHABLE = 'The playground can’t be reached right now.';
const link = { socket: null, wait: 500, nonce: 0, pending: new Map(), lost: false };

const isLinked = () => link.socket?.readyState === WebSocket.OPEN && !link.lost;

function send(event) {
  const linked = isLinked();
  if (linked) link.socket.send(JSON.stringify(event));
  else toast(UNREACHABLE);
  return linked;
}

function request(event, done) {
  const nonce = link.nonce += 1;
  if (isLinked()) {
    link.pending.set(nonce, done);
    send({ ...event, nonce });
  } else done(false, UNREACHABLE);
  return nonce;
}

function failPending() {
  const waiting = [...link.pending.values()];
  link.pending.clear();
  waiting.forEach((done) => done(false, UNREACHABLE));
}

// People are known by username in the address, for their ids may differ after the server was started anew.
function wantedPerson() {
  const wanted = new URLSearchParams(location.search).get('user');
  return wanted && [...view.people.values()].find((one) => one.id === wanted || same(one.username, wanted));
}

function connect(userId) {
  const address = new URL('/live', location.href);
  address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
  if (userId) address.searchParams.set('user', userId);
  const socket = new WebSocket(address);
  link.socket?.close();
  link.socket = socket;
  socket.onmessage = ({ data }) => {
    if (socket === link.socket) receive(JSON.parse(data));
  };
  socket.onclose = () => {
    if (socket !== link.socket) return;
    link.lost = true;
    document.body.dataset.connected = 'false';
    failPending();
    drawBanner();
    setTimeout(() => socket === link.socket && connect(null), link.wait);
    link.wait = Math.min(link.wait * 1.5, 5000);
  };
}

function becomePerson(one) {
  closeDrawers();
  if (one.id === view.me) return;
  history.replaceState(null, '', `?user=${encodeURIComponent(one.username)}${location.hash}`);
  document.body.dataset.connected = 'false';
  // Whatever still waits is the other person's, who isn't here to see how it ends.
  link.pending.clear();
  view.attempts = view.attempts.filter((attempt) => attempt.state === 'failed');
  cancelCommand();
  connect(one.id);
}

function startAnew() {
  view.busy.clear();
  view.failures.clear();
  view.atEnd = true;
}

function drawBanner() {
  const banner = byId('banner');
  const text = link.lost ? 'The playground is gone. Trying to reach it again…' : view.bot.online ? '' : `${view.bot.name} is offline. It can’t answer until it is back.`;
  banner.textContent = text;
  banner.hidden = text === '';
  banner.classList.toggle('lost', link.lost);
}

const handlers = {
  state(event) {
    view.people = new Map(event.people.map((one) => [one.id, one]));
    const wanted = wantedPerson();
    // Without an id the server shows the first person; the one in the address may be another.
    if (wanted && wanted.id !== event.me) return connect(wanted.id);
    const isOther = event.me !== view.me;
    Object.assign(view, { me: event.me, guild: event.guild, channels: event.channels, commands: event.commands, bot: event.bot, messages: new Map() });
    if (isOther) startAnew();
    Object.assign(link, { lost: false, wait: 500 });
    setClock(event.now);
    for (const message of Object.values(event.messages).flat()) storeMessage(message);
    startSeen();
    if (!currentChannel()) view.channelId = (channelById(location.hash.slice(1)) ?? firstChannel())?.id ?? null;
    markSeen();
    drawBanner();
    drawAll();
    document.body.dataset.connected = 'true';
    return undefined;
  },
  commands(event) {
    view.commands = event.commands;
    drawSuggestions();
  },
  message({ message }) {
    const old = storeMessage(message);
    const here = message.channel_id === view.channelId;
    if (old) view.failures.delete(message.id);
    if (here) {
      markSeen();
      drawMessages();
      byId('to-end').hidden = Boolean(old) || view.atEnd;
      if (message.author.id !== view.me) announce(message, old);
    }
    if (!old) {
      drawChannels();
      keepingFocus(byId('switcher'), (node) => node.dataset.person, drawSwitcher);
    }
  },
  message_deleted(event) {
    removeMessage(event.channel_id, event.id);
    drawMessages();
    drawChannels();
  },
  bot({ online }) {
    view.bot.online = online;
    drawBanner();
    keepingFocus(byId('people'), (node) => node.dataset.user, drawPeople);
  },
  clock: (event) => setClock(event.now),
  outcome({ nonce, ok, error }) {
    const done = link.pending.get(nonce);
    link.pending.delete(nonce);
    done?.(ok, error);
  },
  choices({ nonce, choices }) {
    link.pending.delete(nonce);
    takeChoices(nonce, choices);
  },
};

function receive(event) {
  handlers[event.type]?.(event);
}
