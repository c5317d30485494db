// Users

function colourOf(user) {
  const colour = userById(user.id)?.color ?? user.color;
  if (typeof colour === 'number') return '#' + colour.toString(16).padStart(6, '0');
  if (/^#[0-9a-f]{6}$/i.test(colour ?? '')) return colour;
  return `hsl(${[...user.id].reduce((sum, digit) => sum * 7 + digit.charCodeAt(0), 0) % 360} 45% 40%)`;
}

function textColourOn(colour) {
  if (!colour.startsWith('#')) return '#fff';
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  return red * 0.299 + green * 0.587 + blue * 0.114 > 150 ? '#1e1f22' : '#fff';
}

function avatar(user, small = false) {
  const colour = colourOf(user);
  const node = make('span', { class: small ? 'avatar small' : 'avatar', 'aria-hidden': 'true' }, [...nameOf(user)][0]?.toUpperCase() ?? '?');
  node.style.background = colour;
  node.style.color = textColourOn(colour);
  return node;
}

const appTag = () => make('span', { class: 'app-tag' }, 'APP');

function nameButton(user) {
  return make('button', { type: 'button', class: 'name', 'data-user': user.id, 'aria-haspopup': 'menu' }, nameOf(user));
}

function drawSwitcher() {
  byId('switcher').replaceChildren(...humans().map((user) => {
    const pings = view.channels.reduce((sum, channel) => sum + unreadOf(user.id, channel).pings, 0);
    return make('a', {
      class: 'person', href: `?user=${encodeURIComponent(user.username)}`, 'data-person': user.username, 'aria-current': user.id === view.me && 'true',
      title: user.id === view.me ? `You are ${user.name}` : `Be ${user.name} here, or open another tab`, click: onPlainClick(() => switchUser(user)),
    }, avatar(user), user.name, user.id !== view.me && badge(pings));
  }));
}

const languageName = (locale) => new Intl.DisplayNames([locale], { type: 'language' }).of(locale);

function drawLocales() {
  const options = view.locales.map((locale) => make('option', { value: locale, lang: locale, selected: locale === view.locale }, languageName(locale)));
  byId('locale').replaceChildren(...options);
}

function drawPeople() {
  const entry = (user) => make('button', {
    type: 'button', class: user.bot && user.id === view.bot.id && !view.bot.online ? 'entry away' : 'entry', 'data-user': user.id, 'aria-haspopup': 'menu',
  }, avatar(user), make('span', { class: 'label' }, user.name), user.bot && appTag());
  const bots = [...view.people.values()].filter((user) => user.bot);
  byId('people').replaceChildren(
    make('h2', { class: 'group' }, `People – ${humans().length}`), ...humans().map(entry),
    make('h2', { class: 'group' }, `Apps – ${bots.length}`), ...bots.map(entry));
}

// Channels and unread messages

// The other user of a direct message, found by the channel's name; null in other channels.
function peerOf(channel) {
  if (channel.kind !== 'dm') return null;
  const others = [...view.people.values()].filter((user) => user.id !== view.me);
  if (/^dm\b/.test(channel.name)) return userById(view.bot.id) ?? null;
  const words = channel.name.split(/[^\p{L}\p{N}_]+/u);
  return others.find((user) => equalsIgnoreCase(user.name, channel.name)) ?? others.find((user) => words.some((word) => equalsIgnoreCase(word, user.username) || equalsIgnoreCase(word, user.name))) ?? null;
}

const channelLabel = (channel) => peerOf(channel)?.name ?? channel.name;
const channelMarks = { text: '#', dm: '@' };
const channelTitle = (channel) => (channelMarks[channel.kind] ?? '') + channelLabel(channel);

function lastId(channelId) {
  return entriesOf(channelId).at(-1)?.message.id ?? '0';
}

function unreadOf(userId, channel) {
  const since = lastSeen.get(userId)?.get(channel.id);
  const count = { messages: 0, pings: 0 };
  if (since === undefined) return count;
  const entries = entriesOf(channel.id);
  for (let at = entries.length - 1; at >= 0 && compareIds(entries[at].message.id, since) > 0; at -= 1) {
    const { message, pings } = entries[at];
    if (message.author.id === userId) continue;
    const pinged = pings.includes(userId) || (userId === view.me && channel.kind === 'dm');
    count.messages += 1;
    count.pings += pinged ? 1 : 0;
  }
  return count;
}

function initLastSeen() {
  for (const { id } of view.people.values()) {
    if (!lastSeen.has(id)) lastSeen.set(id, new Map());
    const channels = lastSeen.get(id);
    for (const channel of view.channels) if (!channels.has(channel.id)) channels.set(channel.id, lastId(channel.id));
  }
}

// Tabs of this browser tell each other what their user has seen.
const tabs = new BroadcastChannel('seen');

function markSeen() {
  if (document.hidden || !view.channelId) return;
  const [channelId, id] = [view.channelId, lastId(view.channelId)];
  lastSeen.get(view.me)?.set(channelId, id);
  tabs.postMessage({ me: view.me, channelId, id });
}

function onSeenInOtherTab({ data: { me, channelId, id } }) {
  lastSeen.get(me)?.set(channelId, id);
  drawChannels();
  drawSwitcher();
}

const badge = (count) => count > 0 && make('span', { class: 'badge', 'aria-label': `${count} ${count === 1 ? 'ping' : 'pings'}` }, String(count));

// The icons of channels, by kind.
const signs = { text: 'hash', voice: 'voice', forum: 'forum', thread: 'thread' };
const threadsOf = (id) => view.channels.filter((channel) => channel.parent_id === id);

function channelEntry(channel) {
  const unread = unreadOf(view.me, channel);
  const peer = peerOf(channel);
  return make('a', {
    class: `entry ${channel.kind}${unread.messages > 0 ? ' unread' : ''}`, href: `#${channel.id}`, 'data-channel': channel.name, 'data-channel-id': channel.id,
    'data-user': peer?.id, 'data-unread': unread.messages || null, 'aria-current': channel.id === view.channelId && 'page', click: onPlainClick(() => openChannel(channel.id)),
  }, peer ? avatar(peer) : icon(signs[channel.kind] ?? 'hash'), make('span', { class: 'label' }, channelLabel(channel)), badge(unread.pings));
}

function drawChannels() {
  const group = (title, ...kinds) => {
    const channels = view.channels.filter((channel) => kinds.includes(channel.kind));
    const entries = channels.flatMap((channel) => [channel, ...threadsOf(channel.id)]).map(channelEntry);
    return entries.length ? [make('h2', { class: 'group' }, title), ...entries] : [];
  };
  preservingFocus(byId('channels'), (node) => node.dataset.channelId, () =>
    byId('channels').replaceChildren(...group('Text channels', 'text', 'forum'), ...group('Voice channels', 'voice'), ...group('Direct messages', 'dm')));
  const unread = view.channels.map((channel) => unreadOf(view.me, channel));
  const pings = unread.reduce((sum, one) => sum + one.pings, 0);
  byId('open-channels').classList.toggle('dot', unread.some((one) => one.messages > 0));
  const channel = currentChannel();
  if (channel) document.title = `${pings ? `(${pings}) ` : ''}${channelTitle(channel)} · Playground`;
}

function preservingFocus(holder, keyOf, draw) {
  const active = document.activeElement;
  const key = holder.contains(active) ? keyOf(active) : undefined;
  draw();
  if (key !== undefined) [...holder.querySelectorAll('a, button')].find((node) => keyOf(node) === key)?.focus();
}

function openChannel(id) {
  if (!channelById(id)) return;
  closeDrawers();
  if (id !== view.channelId) {
    view.channelId = id;
    history.replaceState(null, '', `${location.search}#${id}`);
    cancelCommand();
    view.atEnd = true;
  }
  markSeen();
  drawAll();
  byId('messages').scrollTop = byId('messages').scrollHeight;
}

function drawHeader() {
  const channel = currentChannel();
  if (!channel) return;
  byId('server-name').textContent = view.guild.name;
  byId('channel-name').textContent = channelLabel(channel);
  byId('channel-sign').parentNode.toggleAttribute('hidden', channel.kind === 'dm');
  byId('channel-sign').setAttribute('href', `#i-${signs[channel.kind]}`);
  // Nobody can write in a forum but in its posts.
  byId('composer').hidden = channel.kind === 'forum';
  byId('topic').replaceChildren(...withEmoji(channel.topic ?? ''));
  byId('app').classList.toggle('alone', channel.kind === 'dm' || peopleHidden);
  byId('open-people').setAttribute('aria-expanded', String(narrow.matches ? false : !byId('app').classList.contains('alone')));
}
