// Emoji

const emojiPattern = new RegExp([
  '\\p{Regional_Indicator}{2}',
  '[0-9#*]\\uFE0F?\\u20E3',
  '(?:\\p{Emoji_Presentation}\\uFE0F?|\\p{Extended_Pictographic}(?:\\uFE0F|(?=\\u200D|\\p{Emoji_Modifier})))'
    + '(?:\\p{Emoji_Modifier}|[\\u{E0020}-\\u{E007F}]+)?(?:\\u200D\\p{Extended_Pictographic}\\uFE0F?\\p{Emoji_Modifier}?)*',
].join('|'), 'gu');
const stickyEmojiPattern = new RegExp(emojiPattern.source, 'uy');
const missingEmoji = new Set();

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

// The beginning of a text. No emoji is cut in half.
function excerpt(text, length) {
  const characters = [...graphemes.segment(text)];
  return characters.length <= length ? text : characters.slice(0, length).map(({ segment }) => segment).join('') + '…';
}

function emojiFile(text) {
  const points = [...text].map((character) => character.codePointAt(0).toString(16));
  // Twemoji's file names keep the variation selector only in sequences with a zero-width joiner.
  return points.filter((point) => point !== 'fe0f' || points.includes('200d')).join('-');
}

function emojiText(text, label) {
  return make('span', { class: 'emoji', 'aria-hidden': label === '' && 'true' }, text);
}

function emojiNode(text, label = text) {
  return emojiImage(text, label, `/emoji/${emojiFile(text)}.svg`);
}

// An emoji of the application. Without an image, it is its name between colons.
function customEmojiNode(name, id, label = `:${name}:`) {
  return emojiImage(`:${name}:`, label, `/emojis/${id}`);
}

const isCustomEmoji = (image) => image.getAttribute('src').startsWith('/emojis/');

function emojiImage(text, label, src) {
  if (missingEmoji.has(src)) return emojiText(text, label);
  const image = make('img', { class: 'emoji', alt: label, draggable: 'false', decoding: 'sync', src });
  image.addEventListener('error', () => {
    missingEmoji.add(src);
    image.replaceWith(emojiText(text, label));
  }, { once: true });
  return image;
}

function withEmoji(text) {
  const nodes = [];
  let end = 0;
  for (const match of text.matchAll(emojiPattern)) {
    if (match.index > end) nodes.push(text.slice(end, match.index));
    nodes.push(emojiNode(match[0]));
    end = match.index + match[0].length;
  }
  if (end < text.length) nodes.push(text.slice(end));
  return nodes;
}

function isJumbo(text) {
  const pattern = new RegExp(`<a?:\\w{2,32}:\\d+>|${emojiPattern.source}`, 'gu');
  const amount = text.match(pattern)?.length ?? 0;
  return amount > 0 && amount <= MAX_JUMBO_EMOJI && text.replace(pattern, '').trim() === '';
}
