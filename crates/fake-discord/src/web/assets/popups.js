// Toasts, and announcements for screen readers

let toastTimer = 0;

function toast(text) {
  clearTimeout(toastTimer);
  byId('toast').textContent = text;
  byId('toast').hidden = false;
  toastTimer = setTimeout(() => { byId('toast').hidden = true; }, 4000);
}

function announce(message, old) {
  const linesWithLetters = (text) => plainText(text ?? '').split('\n').filter((line) => /\p{L}/u.test(line));
  const known = new Set(old ? linesWithLetters(old.content) : []);
  const lines = linesWithLetters(message.content).filter((line) => !known.has(line));
  if (lines.length === 0 && old) return;
  byId('announcer').textContent = `${nameOf(message.author)}: ${excerpt(lines.join('. '), 300)}`;
}

// Popup menus

const popup = { node: null, anchor: null, closed: null };

function openPopup(anchor, node, closed = () => {}, place = anchor.getBoundingClientRect()) {
  closePopup(false);
  document.body.append(node);
  Object.assign(popup, { node, anchor, closed });
  const below = place.bottom + 4;
  const top = below + node.offsetHeight > innerHeight - 8 ? Math.max(8, place.top - node.offsetHeight - 4) : below;
  node.style.top = `${Math.min(top, innerHeight - node.offsetHeight - 8)}px`;
  node.style.left = `${Math.max(8, Math.min(place.left, innerWidth - node.offsetWidth - 8))}px`;
  node.addEventListener('keydown', onPopupKeydown);
  node.querySelector('.item[aria-selected="true"], .item')?.focus();
}

function closePopup(backToAnchor) {
  const { node, anchor, closed } = popup;
  if (!node) return;
  Object.assign(popup, { node: null, anchor: null, closed: null });
  node.remove();
  if (backToAnchor && anchor.isConnected) anchor.focus({ preventScroll: true });
  closed();
}

function onPopupKeydown(event) {
  const items = [...popup.node.querySelectorAll('.item')];
  const at = items.indexOf(document.activeElement);
  const steps = { ArrowDown: at + 1, ArrowUp: at - 1 + items.length, Home: 0, End: items.length - 1 };
  if (event.key in steps) items[steps[event.key] % items.length]?.focus();
  else if (event.key === 'Escape' || event.key === 'Tab') closePopup(true);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

function openUserMenu(id, anchor) {
  const target = userById(id);
  if (!target) return;
  const direct = view.channels.find((channel) => peerOf(channel)?.id === id && channel.id !== view.channelId);
  openPopup(anchor, make('div', { class: 'popup', role: 'menu', 'aria-label': target.name },
    make('div', { class: 'title' }, avatar(target), make('span', {}, target.name, make('small', {}, target.username)), target.bot && appTag()),
    direct && menuItem('Message', () => openChannel(direct.id)), commandItems(USER_COMMAND, id)));
}

function openMessageMenu(message, anchor, place) {
  const items = [commandItems(MESSAGE_COMMAND, message.id), canDelete(message) && menuItem('Delete message', () => deleteMessage(message), { class: 'item danger' })];
  const node = make('div', { class: 'popup', role: 'menu', 'aria-label': 'Message' }, ...items.flat());
  if (node.childElementCount === 0) node.append(make('div', { class: 'group' }, 'There is nothing that you can do here.'));
  openPopup(anchor, node, undefined, place);
}

function menuItem(label, action, attributes = {}) {
  return make('button', {
    type: 'button', class: 'item', role: 'menuitem', ...attributes,
    click: () => {
      closePopup(true);
      closeDrawers();
      action();
    },
  }, label);
}

// The commands of a user's or a message's context menu.
function commandItems(kind, targetId) {
  const commands = usableCommands().filter((command) => command.type === kind);
  const run = ({ name }) => runCommand(name, { kind, options: [], target_id: targetId });
  return [commands.length > 0 && make('div', { class: 'group', role: 'presentation' }, 'Apps'),
    commands.map((command) => menuItem(translated(command, 'name'), () => run(command), { 'data-command': command.name }))].flat();
}

// Drawers of narrow screens

const narrow = matchMedia('(max-width: 1040px)');
const phone = matchMedia('(max-width: 720px)');
let peopleHidden = false;

function toggleDrawer(side) {
  const open = !document.body.classList.contains(`drawer-${side}`);
  closeDrawers();
  document.body.classList.toggle(`drawer-${side}`, open);
  byId(side === 'left' ? 'open-channels' : 'open-people').setAttribute('aria-expanded', String(open));
  if (open) byId(side === 'left' ? 'sidebar' : 'members').querySelector('a, button')?.focus();
}

function closeDrawers() {
  for (const [side, opener] of [['left', 'open-channels'], ['right', 'open-people']]) {
    if (!document.body.classList.contains(`drawer-${side}`)) continue;
    document.body.classList.remove(`drawer-${side}`);
    byId(opener).setAttribute('aria-expanded', 'false');
    byId(opener).focus({ preventScroll: true });
  }
}

function togglePeople() {
  if (narrow.matches) return toggleDrawer('right');
  peopleHidden = !peopleHidden;
  return drawHeader();
}
