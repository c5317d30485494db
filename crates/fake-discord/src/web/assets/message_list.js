// The list of messages. Only changed items are rebuilt, so that focus, selection and scroll position are kept.

const drawnItems = new Map();

function localAttempts() {
  return view.attempts.filter((attempt) => attempt.channelId === view.channelId && attempt.userId === view.me && attempt.state !== 'quiet');
}

function attemptItem(attempt) {
  const bot = userById(view.bot.id) ?? { id: view.bot.id, username: view.bot.name, bot: true };
  const failed = attempt.state === 'failed';
  const build = () => make('article', { class: failed ? 'message first private' : 'message first', tabindex: '-1', 'data-attempt': attempt.state },
    usedLine(userById(view.me), attempt.title), messageHead({ author: { ...bot, bot: true }, timestamp: attempt.timestamp }),
    failed ? failureNode(attempt.error) : make('div', { class: 'content thinking' }, dots(), ' Sending the command…'),
    failed && dismissLine(() => dropAttempt(attempt)));
  return { key: attempt.key, signature: attempt.state, build };
}

function dropAttempt(attempt) {
  view.attempts = view.attempts.filter((one) => one !== attempt);
  drawMessages();
}

function introItem(channel) {
  const peer = peerOf(channel);
  const start = peer ? `This is where you and ${peer.name} talk.` : channel.kind === 'dm' ? 'This is a private conversation.' : `This is the start of ${channelTitle(channel)}.`;
  const build = () => make('header', { class: 'intro' },
    make('h3', {}, peer ? peer.name : `Welcome to ${channelTitle(channel)}!`),
    channel.kind === 'forum' ? postsOf(channel) : make('p', {}, `${start} Type / to see what ${view.bot.name} can do.`),
    startButton(), channel.kind !== 'dm' && otherTabs(channel));
  return { key: 'intro', signature: channel.id, build };
}

function postsOf(forum) {
  const posts = threadsOf(forum.id).map((post) => make('button', { type: 'button', class: 'press secondary', click: () => openChannel(post.id) }, post.name));
  return [make('p', {}, posts.length ? 'This is a forum. Each of its posts is a place to play:' : 'This forum has no posts yet.'), make('div', { class: 'row' }, posts)];
}

// Does what the command does that a newcomer needs first.
function startButton() {
  const command = usableCommands().find((one) => one.type === SLASH_COMMAND && one.name === view.startCommand);
  if (!command) return null;
  const label = command.name[0].toUpperCase() + command.name.slice(1);
  return make('div', { class: 'row' }, make('button', { type: 'button', class: 'press success', click: () => runCommand(command.name, { kind: SLASH_COMMAND, options: [] }) }, label));
}

function otherTabs(channel) {
  const links = humans().filter((user) => user.id !== view.me).map((user) => make('a', {
    class: 'press secondary', href: `?user=${encodeURIComponent(user.username)}#${channel.id}`, target: '_blank', 'data-tab': user.username,
  }, user.name, icon('out')));
  return links.length > 0 && [make('p', { class: 'tabs' }, `You are ${nameOf({ id: view.me })}. Be somebody else in another tab, to play against yourself:`), make('div', { class: 'row' }, links)];
}

function dayItem(day) {
  return { key: `day ${day}`, signature: day, build: () => make('div', { class: 'divider', role: 'separator' }, day) };
}

function listItems() {
  const channel = currentChannel();
  const items = [introItem(channel)];
  const attempts = localAttempts();
  let before = null;
  for (const entry of entriesOf(view.channelId).slice(-MAX_SHOWN_MESSAGES)) {
    const { message } = entry;
    while (attempts.length && compareIds(message.id, attempts[0].after) > 0) {
      items.push(attemptItem(attempts.shift()));
      before = null;
    }
    const day = formatDate(timeOf(message), 'D');
    if (!before || formatDate(timeOf(before), 'D') !== day) {
      if (before || !items.some((item) => item.key === `day ${day}`)) items.push(dayItem(day));
      before = null;
    }
    const first = startsGroup(message, before);
    items.push({ key: message.id, signature: `${entry.revision} ${first}`, build: () => buildMessage(entry, first) });
    before = message;
  }
  return items.concat(attempts.map(attemptItem));
}

function rememberFocus(list) {
  const active = document.activeElement;
  const holder = list.contains(active) && active.closest('[data-message-id]');
  if (!holder) return () => {};
  const controls = (node) => [...node.querySelectorAll('.rows button')];
  const at = controls(holder).indexOf(active);
  return () => {
    if (active.isConnected) return;
    const newNode = drawnItems.get(holder.dataset.messageId)?.node;
    if (!newNode) return list.focus({ preventScroll: true });
    const candidates = controls(newNode);
    // The same button, or else the nearest one that is enabled.
    const enabled = candidates.map((node, index) => ({ node, distance: Math.abs(index - at) })).filter(({ node }) => !node.disabled).sort((one, other) => one.distance - other.distance);
    (at >= 0 && enabled[0] ? enabled[0].node : newNode).focus({ preventScroll: true });
  };
}

function drawMessages() {
  if (!currentChannel()) return;
  const list = byId('messages');
  const stay = view.atEnd;
  const refocus = rememberFocus(list);
  const items = listItems();
  const keys = new Set(items.map((item) => item.key));
  for (const [key, { node }] of drawnItems) {
    if (keys.has(key)) continue;
    node.remove();
    drawnItems.delete(key);
  }
  items.forEach((item, at) => {
    let known = drawnItems.get(item.key);
    if (!known || known.signature !== item.signature) {
      const node = item.build();
      if (known) itemResizes.unobserve(known.node);
      known?.node.replaceWith(node);
      itemResizes.observe(node);
      known = { node, signature: item.signature };
      drawnItems.set(item.key, known);
    }
    if (list.children[at] !== known.node) list.insertBefore(known.node, list.children[at] ?? null);
  });
  refocus();
  if (stay) list.scrollTop = list.scrollHeight;
}

function clearMessages() {
  drawnItems.clear();
  byId('messages').replaceChildren();
}

function drawAll() {
  clearMessages();
  drawHeader();
  drawChannels();
  drawSwitcher();
  drawLocales();
  drawPeople();
  drawMessages();
  drawBox();
}

// Only the user's scrolling leaves the end of the list; a loading image or the browser's own scrolling does not.
const USER_SCROLL_MS = 1000;

function recordUserScroll(event) {
  const onScrollbar = event.type === 'pointerdown' && event.target === event.currentTarget;
  const byKey = ['PageUp', 'Home', 'ArrowUp'].includes(event.key);
  if (onScrollbar || byKey || event.type === 'wheel' || event.type === 'touchmove') view.userScrolledAt = Date.now();
}

function onScroll() {
  const list = byId('messages');
  const isAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 48;
  if (isAtEnd) view.atEnd = true;
  else if (Date.now() - view.userScrolledAt < USER_SCROLL_MS) view.atEnd = false;
  else if (view.atEnd) scrollToEnd();
  if (view.atEnd) byId('to-end').hidden = true;
}

const itemResizes = new ResizeObserver(() => view.atEnd && scrollToEnd());

function scrollToEnd() {
  view.atEnd = true;
  byId('to-end').hidden = true;
  byId('messages').scrollTop = byId('messages').scrollHeight;
}

function jumpTo(channelId, messageId) {
  if (!channelById(channelId)) return toast('You can’t see that channel.');
  if (channelId !== view.channelId) openChannel(channelId);
  if (!messageId) return undefined;
  const node = drawnItems.get(messageId)?.node;
  if (!node) return toast('That message isn’t here any more.');
  view.atEnd = false;
  node.scrollIntoView({ block: 'center' });
  node.focus({ preventScroll: true });
  node.classList.remove('flash');
  requestAnimationFrame(() => node.classList.add('flash'));
  setTimeout(() => node.classList.remove('flash'), 2500);
  return undefined;
}
