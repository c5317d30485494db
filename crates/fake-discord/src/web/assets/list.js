// The list of messages. Only what changed is built anew, so that focus, selection and scroll position stay.

const drawn = new Map();

function localAttempts() {
  return view.attempts.filter((attempt) => attempt.channelId === view.channelId && attempt.userId === view.me && attempt.state !== 'quiet');
}

function attemptPiece(attempt) {
  const bot = person(view.bot.id) ?? { id: view.bot.id, username: view.bot.name, bot: true };
  const failed = attempt.state === 'failed';
  const build = () => make('article', { class: failed ? 'message first private' : 'message first', tabindex: '-1', 'data-attempt': attempt.state },
    usedLine(person(view.me), attempt.title), messageHead({ author: { ...bot, bot: true }, timestamp: attempt.timestamp }),
    failed ? failureNode(attempt.error) : make('div', { class: 'content thinking' }, dots(), ' Sending the command…'),
    failed && dismissLine(() => dropAttempt(attempt)));
  return { key: attempt.key, signature: attempt.state, build };
}

function dropAttempt(attempt) {
  view.attempts = view.attempts.filter((one) => one !== attempt);
  drawMessages();
}

function introPiece(channel) {
  const peer = peerOf(channel);
  const start = peer ? `This is where you and ${peer.name} talk.` : channel.kind === 'dm' ? 'This is a private conversation.' : `This is the start of #${channel.name}.`;
  const build = () => make('header', { class: 'intro' },
    make('h3', {}, peer ? peer.name : `Welcome to #${channel.name}!`),
    make('p', {}, `${start} Type / to see what ${view.bot.name} can do.`));
  return { key: 'intro', signature: channel.id, build };
}

function dayPiece(day) {
  return { key: `day ${day}`, signature: day, build: () => make('div', { class: 'divider', role: 'separator' }, day) };
}

function planMessages() {
  const channel = currentChannel();
  const pieces = [introPiece(channel)];
  const attempts = localAttempts();
  let before = null;
  for (const entry of entriesOf(view.channelId).slice(-SHOWN_AT_MOST)) {
    const { message } = entry;
    while (attempts.length && compareIds(message.id, attempts[0].after) > 0) {
      pieces.push(attemptPiece(attempts.shift()));
      before = null;
    }
    const day = writeDate(timeOf(message), 'D');
    if (!before || writeDate(timeOf(before), 'D') !== day) {
      if (before || !pieces.some((piece) => piece.key === `day ${day}`)) pieces.push(dayPiece(day));
      before = null;
    }
    const first = startsGroup(message, before);
    pieces.push({ key: message.id, signature: `${entry.revision} ${first}`, build: () => buildMessage(entry, first) });
    before = message;
  }
  return pieces.concat(attempts.map(attemptPiece));
}

function rememberFocus(list) {
  const active = document.activeElement;
  const holder = list.contains(active) && active.closest('[data-message-id]');
  if (!holder) return () => {};
  const controls = (node) => [...node.querySelectorAll('.rows button')];
  const at = controls(holder).indexOf(active);
  return () => {
    if (active.isConnected) return;
    const fresh = drawn.get(holder.dataset.messageId)?.node;
    if (!fresh) return list.focus({ preventScroll: true });
    const candidates = controls(fresh);
    // The same place, or else the nearest button that can still be pressed.
    const free = candidates.map((node, index) => ({ node, away: Math.abs(index - at) })).filter(({ node }) => !node.disabled).sort((one, other) => one.away - other.away);
    (at >= 0 && free[0] ? free[0].node : fresh).focus({ preventScroll: true });
  };
}

function drawMessages() {
  if (!currentChannel()) return;
  const list = byId('messages');
  const stay = view.atEnd;
  const refocus = rememberFocus(list);
  const pieces = planMessages();
  const keys = new Set(pieces.map((piece) => piece.key));
  for (const [key, { node }] of drawn) {
    if (keys.has(key)) continue;
    node.remove();
    drawn.delete(key);
  }
  pieces.forEach((piece, at) => {
    let known = drawn.get(piece.key);
    if (!known || known.signature !== piece.signature) {
      const node = piece.build();
      if (known) growing.unobserve(known.node);
      known?.node.replaceWith(node);
      growing.observe(node);
      known = { node, signature: piece.signature };
      drawn.set(piece.key, known);
    }
    if (list.children[at] !== known.node) list.insertBefore(known.node, list.children[at] ?? null);
  });
  refocus();
  if (stay) list.scrollTop = list.scrollHeight;
}

function clearMessages() {
  drawn.clear();
  byId('messages').replaceChildren();
}

function drawAll() {
  clearMessages();
  drawHeader();
  drawChannels();
  drawSwitcher();
  drawPeople();
  drawMessages();
  drawBox();
}

// Only a hand leaves the end; a picture that grows, or a browser that tidies up, does not.
const SCROLLS_FOR = 1000;

function noteHand(event) {
  const onBar = event.type === 'pointerdown' && event.target === event.currentTarget;
  const byKey = ['PageUp', 'Home', 'ArrowUp'].includes(event.key);
  if (onBar || byKey || event.type === 'wheel' || event.type === 'touchmove') view.handAt = Date.now();
}

function followScroll() {
  const list = byId('messages');
  const isAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 48;
  if (isAtEnd) view.atEnd = true;
  else if (Date.now() - view.handAt < SCROLLS_FOR) view.atEnd = false;
  else if (view.atEnd) scrollToEnd();
  if (view.atEnd) byId('to-end').hidden = true;
}

const growing = new ResizeObserver(() => view.atEnd && scrollToEnd());

function scrollToEnd() {
  view.atEnd = true;
  byId('to-end').hidden = true;
  byId('messages').scrollTop = byId('messages').scrollHeight;
}

function jumpTo(channelId, messageId) {
  if (!channelById(channelId)) return toast('You can’t see that channel.');
  if (channelId !== view.channelId) openChannel(channelId);
  if (!messageId) return undefined;
  const node = drawn.get(messageId)?.node;
  if (!node) return toast('That message isn’t here any more.');
  view.atEnd = false;
  node.scrollIntoView({ block: 'center' });
  node.focus({ preventScroll: true });
  node.classList.remove('flash');
  requestAnimationFrame(() => node.classList.add('flash'));
  setTimeout(() => node.classList.remove('flash'), 2500);
  return undefined;
}
