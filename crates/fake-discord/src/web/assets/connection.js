// The WebSocket to the server

const UNREACHABLE = 'The playground can’t be reached right now.';
const connection = { socket: null, retryDelay: 500, nonce: 0, pending: new Map(), lost: false };

const isConnected = () => connection.socket?.readyState === WebSocket.OPEN && !connection.lost;

function send(event) {
  const connected = isConnected();
  if (connected) connection.socket.send(JSON.stringify(event));
  else toast(UNREACHABLE);
  return connected;
}

function request(event, done) {
  const nonce = connection.nonce += 1;
  if (isConnected()) {
    connection.pending.set(nonce, done);
    send({ ...event, nonce });
  } else done(false, UNREACHABLE);
  return nonce;
}

function failPending() {
  const waiting = [...connection.pending.values()];
  connection.pending.clear();
  waiting.forEach((done) => done(false, UNREACHABLE));
}

// The URL names the user by username, since ids change when the server restarts.
function userInUrl() {
  const requested = new URLSearchParams(location.search).get('user');
  return requested && [...view.people.values()].find((user) => user.id === requested || equalsIgnoreCase(user.username, requested));
}

function connect(userId) {
  const url = new URL('/live', location.href);
  url.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
  if (userId) url.searchParams.set('user', userId);
  const socket = new WebSocket(url);
  connection.socket?.close();
  connection.socket = socket;
  socket.onmessage = ({ data }) => {
    if (socket === connection.socket) receive(JSON.parse(data));
  };
  socket.onclose = () => {
    if (socket !== connection.socket) return;
    connection.lost = true;
    document.body.dataset.connected = 'false';
    failPending();
    drawBanner();
    setTimeout(() => socket === connection.socket && connect(null), connection.retryDelay);
    connection.retryDelay = Math.min(connection.retryDelay * 1.5, 5000);
  };
}

function switchUser(user) {
  closeDrawers();
  if (user.id === view.me) return;
  history.replaceState(null, '', `?user=${encodeURIComponent(user.username)}${location.hash}`);
  document.body.dataset.connected = 'false';
  // Pending requests and commands belong to the previous user.
  connection.pending.clear();
  view.attempts = view.attempts.filter((attempt) => attempt.state === 'failed');
  cancelCommand();
  connect(user.id);
}

function resetView() {
  view.busy.clear();
  view.failures.clear();
  view.atEnd = true;
}

function drawBanner() {
  const banner = byId('banner');
  const text = connection.lost ? 'The playground is gone. Trying to reach it again…' : view.bot.online ? '' : `${view.bot.name} is offline. It can’t answer until it is back.`;
  banner.textContent = text;
  banner.hidden = text === '';
  banner.classList.toggle('lost', connection.lost);
}

const handlers = {
  state(event) {
    view.people = new Map(event.people.map((user) => [user.id, user]));
    const requested = userInUrl();
    // Without an id, the server chooses the first user, who may not be the one in the URL.
    if (requested && requested.id !== event.me) return connect(requested.id);
    const userChanged = event.me !== view.me;
    Object.assign(view, { me: event.me, locale: event.locale, locales: event.locales, guild: event.guild, startCommand: event.start_command, channels: event.channels, commands: event.commands, bot: event.bot, messages: new Map() });
    if (userChanged) resetView();
    Object.assign(connection, { lost: false, retryDelay: 500 });
    setClock(event.now);
    for (const message of Object.values(event.messages).flat()) storeMessage(message);
    initLastSeen();
    if (!currentChannel()) view.channelId = (channelById(location.hash.slice(1)) ?? defaultChannel())?.id ?? null;
    markSeen();
    drawBanner();
    drawAll();
    document.body.dataset.connected = 'true';
    return undefined;
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
      preservingFocus(byId('switcher'), (node) => node.dataset.person, drawSwitcher);
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
    preservingFocus(byId('people'), (node) => node.dataset.user, drawPeople);
  },
  clock: (event) => setClock(event.now),
  outcome({ nonce, ok, error }) {
    const done = connection.pending.get(nonce);
    connection.pending.delete(nonce);
    done?.(ok, error);
  },
  choices({ nonce, choices }) {
    connection.pending.delete(nonce);
    receiveChoices(nonce, choices);
  },
};

function receive(event) {
  handlers[event.type]?.(event);
}
