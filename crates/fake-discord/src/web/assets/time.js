// The clock, and how times are formatted

// The server's time, and the value of performance.now() at which it was received.
const clock = { serverTime: Date.now(), receivedAt: performance.now() };
const now = () => clock.serverTime + (performance.now() - clock.receivedAt);

function setClock(milliseconds) {
  clock.serverTime = milliseconds;
  clock.receivedAt = performance.now();
  refreshTimes();
}

const dateStyles = {
  t: { timeStyle: 'short' },
  T: { timeStyle: 'medium' },
  d: { dateStyle: 'short' },
  D: { dateStyle: 'long' },
  f: { dateStyle: 'long', timeStyle: 'short' },
  F: { dateStyle: 'full', timeStyle: 'short' },
  s: { dateStyle: 'short', timeStyle: 'short' },
  S: { dateStyle: 'short', timeStyle: 'medium' },
};

// In the user's language, as in Discord. Made once, since that is slow.
const formatters = new Map();

function formatter(kind, options) {
  const key = JSON.stringify([kind.name, view.locale, options]);
  if (!formatters.has(key)) formatters.set(key, new kind(view.locale || undefined, options));
  return formatters.get(key);
}

const formatDate = (milliseconds, style) => formatter(Intl.DateTimeFormat, dateStyles[style]).format(milliseconds);

// Unit, its length in seconds, and how many of it make the next unit.
const relativeUnits = [['second', 1, 60], ['minute', 60, 60], ['hour', 3600, 24], ['day', 86400, 30], ['month', 2592000, 12], ['year', 31536000, Infinity]];

function relativeText(milliseconds) {
  const seconds = (milliseconds - now()) / 1000;
  const [unit, size] = relativeUnits.find(([, length, limit]) => Math.round(Math.abs(seconds) / length) < limit);
  const amount = Math.round(Math.abs(seconds) / size);
  return formatter(Intl.RelativeTimeFormat, { numeric: 'always' }).format(seconds < 0 ? -amount : amount, unit);
}

function dayText(milliseconds) {
  const day = new Date(milliseconds).toDateString();
  const daysAgo = [0, 1].find((days) => day === new Date(now() - days * 86400000).toDateString());
  if (daysAgo === undefined) return formatDate(milliseconds, 's');
  const [first, ...rest] = formatter(Intl.RelativeTimeFormat, { numeric: 'auto' }).format(-daysAgo, 'day');
  const before = view.locale.startsWith('en') ? ' at ' : ', ';
  return first.toUpperCase() + rest.join('') + before + formatDate(milliseconds, 't');
}

const timeTexts = { relative: relativeText, day: dayText, short: (milliseconds) => formatDate(milliseconds, 't') };

function timeNode(milliseconds, kind, className) {
  return make('time', {
    class: className, datetime: new Date(milliseconds).toISOString(), title: formatDate(milliseconds, 'F'), 'data-live': kind, 'data-at': milliseconds,
  }, timeTexts[kind](milliseconds));
}

function refreshTimes() {
  byId('clock').textContent = formatDate(now(), 't');
  for (const node of document.querySelectorAll('time[data-live]')) {
    const text = timeTexts[node.dataset.live](Number(node.dataset.at));
    if (node.textContent !== text) node.textContent = text;
  }
}
