// The theme: the system's, unless the user has chosen one

const systemLight = matchMedia('(prefers-color-scheme: light)');
const chosenTheme = () => localStorage.getItem('theme');

function applyTheme() {
  document.documentElement.dataset.theme = chosenTheme() ?? (systemLight.matches ? 'light' : 'dark');
}

function switchTheme() {
  localStorage.setItem('theme', document.documentElement.dataset.theme === 'light' ? 'dark' : 'light');
  applyTheme();
}

// Event listeners

function listenToCommandBox() {
  input.addEventListener('input', onInput);
  input.addEventListener('focus', () => {
    box.open = true;
    drawSuggestions();
  });
  input.addEventListener('keydown', (event) => {
    if (!event.isComposing && keyHandlers[event.key]?.(event)) event.preventDefault();
  });
  byId('composer').addEventListener('focusout', ({ relatedTarget }) => {
    if (byId('composer').contains(relatedTarget) || !document.hasFocus()) return;
    box.open = false;
    setTimeout(drawSuggestions);
  });
  byId('composer').addEventListener('submit', (event) => {
    event.preventDefault();
    submit();
    focusBox();
  });
}

function listenToPeople() {
  const menuFor = (event) => {
    const node = event.target.closest?.('[data-user]');
    if (!node || (event.type === 'click' && node.dataset.channel)) return;
    event.preventDefault();
    openUserMenu(node.dataset.user, node);
  };
  document.addEventListener('click', menuFor);
  document.addEventListener('contextmenu', menuFor);
}

function listenToPage() {
  document.addEventListener('pointerdown', (event) => {
    if (popup.node && !popup.node.contains(event.target) && !popup.anchor.contains(event.target)) closePopup(false);
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') closeDrawers();
    const nothingFocused = document.activeElement === document.body || document.activeElement === byId('messages');
    if (nothingFocused && event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey) focusBox();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) return;
    markSeen();
    drawChannels();
  });
  tabs.addEventListener('message', onSeenInOtherTab);
  systemLight.addEventListener('change', applyTheme);
  for (const query of [narrow, phone]) query.addEventListener('change', () => { closeDrawers(); drawHeader(); });
  byId('messages').addEventListener('scroll', onScroll, { passive: true });
  for (const kind of ['wheel', 'touchmove', 'pointerdown', 'keydown']) byId('messages').addEventListener(kind, recordUserScroll, { passive: true });
  new ResizeObserver(() => view.atEnd && scrollToEnd()).observe(byId('messages'));
  byId('messages').addEventListener('contextmenu', onMessageContextMenu);
  byId('to-end').addEventListener('click', scrollToEnd);
  byId('theme').addEventListener('click', switchTheme);
  byId('locale').addEventListener('change', () => send({ type: 'set_locale', locale: byId('locale').value }));
  for (const button of document.querySelectorAll('[data-skip]')) {
    button.addEventListener('click', () => send({ type: 'skip', seconds: Number(button.dataset.skip) }));
  }
  byId('open-channels').addEventListener('click', () => toggleDrawer('left'));
  byId('open-people').addEventListener('click', togglePeople);
  byId('shade').addEventListener('click', closeDrawers);
}

applyTheme();
listenToCommandBox();
listenToPeople();
listenToPage();
setInterval(refreshTimes, 1000);
refreshTimes();
connect(null);
