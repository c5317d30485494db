// Markdown: inline syntax. A reader returns the nodes of the syntax at an index and its length, or a falsy value.

const MAX_DEPTH = 10;
const pairs = [['**', 'strong'], ['__', 'u'], ['~~', 's'], ['||', 'spoiler']];

function matchAt(pattern, text, at) {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function findMark(text, mark, from) {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text.startsWith(mark, at)) return at;
  }
  return -1;
}

function readEscape(text, at) {
  const match = text[at] === '\\' && matchAt(/\\([^\p{L}\p{N}\s])/uy, text, at);
  return match && { length: match[0].length, nodes: [match[1]] };
}

function readCode(text, at) {
  const match = text[at] === '`' && matchAt(/(`+)([^`]|[^`][\s\S]*?[^`])\1(?!`)/y, text, at);
  return match && { length: match[0].length, nodes: [make('code', {}, match[2].trim() || match[2])] };
}

function readPair(text, at, depth) {
  for (const [mark, tag] of pairs) {
    if (!text.startsWith(mark, at)) continue;
    let end = findMark(text, mark, at + 2);
    // In ***both***, the last two of the three marks close the outer pair.
    while (end > 0 && mark !== '||' && text[end + 2] === mark[0]) end += 1;
    if (end <= at + 2) continue;
    const inner = readInline(text.slice(at + 2, end), depth + 1);
    return { length: end + 2 - at, nodes: [tag === 'spoiler' ? spoiler(inner) : make(tag, {}, inner)] };
  }
  return null;
}

function findEmphasisEnd(text, mark, from) {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text.startsWith(mark + mark, at)) at += 1;
    else if (text[at] === mark && at > from && !/\s/.test(text[at - 1]) && !(mark === '_' && /\w/.test(text[at + 1] ?? ''))) return at;
  }
  return -1;
}

function readEmphasis(text, at, depth) {
  const mark = text[at];
  if ((mark !== '*' && mark !== '_') || /\s/.test(text[at + 1] ?? ' ')) return null;
  if (mark === '_' && /\w/.test(text[at - 1] ?? '')) return null;
  const end = findEmphasisEnd(text, mark, at + 1);
  return end < 0 ? null : { length: end + 1 - at, nodes: [make('em', {}, readInline(text.slice(at + 1, end), depth + 1))] };
}

const angleSyntaxes = [
  [/<@!?(\d+)>/y, (id) => userMention(id)],
  [/<@&(\d+)>/y, () => make('span', { class: 'mention' }, '@role')],
  [/<#(\d+)>/y, (id) => channelMention(id)],
  [/<t:(-?\d{1,13})(?::([tTdDfFsSR]))?>/y, (seconds, style = 'f') => timestampNode(Number(seconds) * 1000, style)],
  [/<\/([^:>]{1,100}):(\d+)>/y, (name, id) => commandMention(name, id)],
  [/<a?:(\w{2,32}):(\d+)>/y, (name, id) => customEmojiNode(name, id)],
  [/<(https?:\/\/[^\s>]+)>/y, (url) => linkNode(url, null)],
];

function readAngle(text, at) {
  if (text[at] !== '<') return null;
  for (const [pattern, build] of angleSyntaxes) {
    const match = matchAt(pattern, text, at);
    if (match) return { length: match[0].length, nodes: [build(...match.slice(1))] };
  }
  return null;
}

function readMaskedLink(text, at, depth) {
  const match = text[at] === '[' && matchAt(/\[((?:\\.|[^\\\]])+)\]\(<?(https?:\/\/[^\s<>)]+)>?\)/y, text, at);
  return match && { length: match[0].length, nodes: [linkNode(match[2], readInline(match[1], depth + 1))] };
}

function readUrl(text, at) {
  const match = text[at] === 'h' && matchAt(/https?:\/\/[^\s<]+/y, text, at);
  if (!match) return null;
  let url = match[0].replace(/[.,:;"'\]*_~|]+$/, '');
  if (url.endsWith(')') && !url.includes('(')) url = url.slice(0, -1);
  return { length: url.length, nodes: [linkNode(url, null)] };
}

function readEmoji(text, at) {
  const match = matchAt(stickyEmojiPattern, text, at);
  return match && { length: match[0].length, nodes: [emojiNode(match[0])] };
}

const readers = [readEscape, readCode, readPair, readEmphasis, readAngle, readMaskedLink, readUrl, readEmoji];

function readInline(text, depth = 0) {
  if (depth > MAX_DEPTH) return [text];
  const nodes = [];
  let plain = '';
  for (let at = 0; at < text.length;) {
    let found = null;
    for (const read of readers) if ((found = read(text, at, depth))) break;
    if (found) {
      if (plain) nodes.push(plain);
      nodes.push(...found.nodes);
      plain = '';
      at += found.length;
    } else {
      plain += text[at];
      at += 1;
    }
  }
  if (plain) nodes.push(plain);
  return nodes;
}

// Markdown: nodes of inline syntax

function spoiler(inner) {
  const node = make('span', { class: 'spoiler', role: 'button', tabindex: '0', 'aria-label': 'Spoiler, press to show' }, make('span', {}, inner));
  const open = (event) => {
    if (event.type === 'keydown' && event.key !== 'Enter' && event.key !== ' ') return;
    if (node.classList.contains('open')) return;
    event.preventDefault();
    node.classList.add('open');
    for (const name of ['role', 'tabindex', 'aria-label']) node.removeAttribute(name);
  };
  node.addEventListener('click', open);
  node.addEventListener('keydown', open);
  return node;
}

function userMention(id) {
  const known = userById(id);
  return known ? make('button', { type: 'button', class: 'mention', 'data-user': id }, '@' + known.name) : make('span', { class: 'mention' }, '@unknown-user');
}

function channelMention(id) {
  const channel = channelById(id);
  return channel ? make('button', { type: 'button', class: 'mention', click: () => openChannel(id) }, '#' + channelLabel(channel)) : make('span', { class: 'mention' }, '#unknown');
}

function commandMention(name, id) {
  const command = chatCommands().find((one) => one.id === id && one.name === name);
  return command ? make('button', { type: 'button', class: 'mention', click: () => chooseCommand(command) }, '/' + name) : make('span', { class: 'mention' }, '/' + name);
}

function timestampNode(milliseconds, style) {
  if (Number.isNaN(new Date(milliseconds).getTime())) return String(milliseconds);
  if (style === 'R') return timeNode(milliseconds, 'relative', 'stamp');
  return make('time', { class: 'stamp', datetime: new Date(milliseconds).toISOString(), title: formatDate(milliseconds, 'F') }, formatDate(milliseconds, style));
}

const jumpPattern = /^https:\/\/(?:(?:ptb|canary)\.)?discord(?:app)?\.com\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?\/?$/;

function linkNode(url, words) {
  const jump = jumpPattern.exec(url);
  if (!jump) return make('a', { href: url, target: '_blank', rel: 'noopener noreferrer', title: url }, words ?? url);
  const channel = channelById(jump[1]);
  const shown = words ?? [`#${channel ? channelLabel(channel) : 'unknown'}${jump[2] ? ' › message' : ''}`];
  return make('a', { href: url, class: words ? null : 'mention', title: url, click: onPlainClick(() => jumpTo(jump[1], jump[2])) }, shown);
}

// Markdown: blocks. A reader returns the node of the block at a line and how many lines it has, or null.

const codeBlock = /```(?:([\w+#.-]+)\n)?\n*([\s\S]*?)\n*```/g;
const listLine = /^( *)([-*]|\d{1,9}\.) +(.*)$/;

function renderMarkdown(text) {
  const blocks = [];
  let end = 0;
  for (const match of text.matchAll(codeBlock)) {
    if (text[match.index - 1] === '\\' || match[2].trim() === '') continue;
    renderLines(text.slice(end, match.index).replace(/\n$/, ''), blocks);
    blocks.push(make('pre', {}, make('code', {}, match[2])));
    end = match.index + match[0].length;
    if (text[end] === '\n') end += 1;
  }
  renderLines(text.slice(end), blocks);
  return blocks;
}

const blockReaders = [readQuote, readHeading, readList];

function renderLines(text, blocks) {
  if (text === '') return;
  const lines = text.split('\n');
  let plain = [];
  const flush = () => {
    // A blank line at the end is seen above a block, but a paragraph shows no line after its last break.
    if (plain.length) blocks.push(make('p', {}, readInline(plain.join('\n') + (plain.at(-1) === '' ? '\n' : ''))));
    plain = [];
  };
  for (let at = 0; at < lines.length;) {
    let block = null;
    for (const read of blockReaders) if ((block = read(lines, at))) break;
    if (block) {
      flush();
      blocks.push(block.node);
      at += block.lines;
    } else {
      plain.push(lines[at]);
      at += 1;
    }
  }
  flush();
}

function readQuote(lines, at) {
  let quoted = [];
  if (lines[at].startsWith('>>> ')) quoted = [lines[at].slice(4), ...lines.slice(at + 1)];
  else while (lines[at + quoted.length]?.startsWith('> ')) quoted.push(lines[at + quoted.length].slice(2));
  if (quoted.length === 0) return null;
  const inner = [];
  renderLines(quoted.join('\n'), inner);
  return { lines: quoted.length, node: make('blockquote', {}, inner) };
}

function readHeading(lines, at) {
  const match = /^(#{1,3}|-#) +(\S.*)$/.exec(lines[at]);
  return match && { lines: 1, node: make(match[1] === '-#' ? 'small' : `h${match[1].length}`, {}, readInline(match[2])) };
}

function readList(lines, at) {
  const first = listLine.exec(lines[at]);
  if (!first) return null;
  const newList = (sign) => make(/\d/.test(sign) ? 'ol' : 'ul', { start: /\d/.test(sign) ? parseInt(sign, 10) : null });
  const open = [{ indent: first[1].length, node: newList(first[2]) }];
  let used = 0;
  for (let match; (match = listLine.exec(lines[at + used] ?? '')); used += 1) {
    const indent = match[1].length;
    // A numbered item after a bulleted one starts another list, and the other way round.
    if (indent <= open[0].indent && /\d/.test(match[2]) !== /\d/.test(first[2])) break;
    while (open.length > 1 && indent < open.at(-1).indent) open.pop();
    if (indent > open.at(-1).indent + 1 && open.length < MAX_DEPTH && open.at(-1).node.lastChild) {
      const inner = newList(match[2]);
      open.at(-1).node.lastChild.append(inner);
      open.push({ indent, node: inner });
    }
    open.at(-1).node.append(make('li', {}, readInline(match[3])));
  }
  return { lines: used, node: open[0].node };
}

// The name of an application's emoji says nothing to a reader.
function plainText(text) {
  const holder = make('div', {}, renderMarkdown(text));
  for (const image of holder.querySelectorAll('img')) image.replaceWith(isCustomEmoji(image) ? '' : image.alt);
  return holder.textContent;
}

// A message in a line: with its emoji, but with nothing that can be pressed. Spoilers stay hidden.
function previewNodes(text) {
  const holder = make('div', {}, renderMarkdown(text));
  for (const node of holder.querySelectorAll('.spoiler')) node.replaceWith('…');
  for (const image of holder.querySelectorAll('img')) if (isCustomEmoji(image)) image.alt = '';
  for (const node of holder.querySelectorAll('button, a')) node.replaceWith(...node.childNodes);
  return [...holder.childNodes].flatMap((block) => [...block.childNodes, ' ']);
}
