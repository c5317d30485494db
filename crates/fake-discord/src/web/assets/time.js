// The clock, and how times are formatted

// The server's time, and the value of performance.now() at which it was received.
const clock = { serverTime: Date.now(), receivedAt: performance.now() };
const now = () => clock.serverTime + (performance.now() - clock.receivedAt);

function setClock(milliseconds) {
  clock.serverTime = milliseconds;
  clock.receivedAt = performance.now();
  refreshTimes();
}

const language = navigator.language.startsWith('en') ? navigator.language : 'en-GB';
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
const dateFormatters = Object.fromEntries(
  Object.entries(dateStyles).map(([style, options]) => [style, new Intl.DateTimeFormat(language, options)]));
const formatDate = (milliseconds, style) => dateFormatters[style].format(milliseconds);

// Unit, its length in seconds, and how many of it make the next unit.
const relativeUnits = [['second', 1, 60], ['minute', 60, 60], ['hour', 3600, 24], ['day', 86400, 30], ['month', 2592000, 12], ['year', 31536000, Infinity]];
const relativeFormatter = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

function relativeText(milliseconds) {
  const seconds = (milliseconds - now()) / 1000;
  const [unit, size] = relativeUnits.find(([, length, limit]) => Math.round(Math.abs(seconds) / length) < limit);
  const amount = Math.round(Math.abs(seconds) / size);
  return relativeFormatter.format(seconds < 0 ? -amount : amount, unit);
}

function dayText(milliseconds) {
  const day = new Date(milliseconds).toDateString();
  if (day === new Date(now()).toDateString()) return 'Today at ' + formatDate(milliseconds, 't');
  if (day === new Date(now() - 86400000).toDateString()) return 'Yesterday at ' + formatDate(milliseconds, 't');
  return formatDate(milliseconds, 's');
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
