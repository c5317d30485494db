// Messages

function storeMessage(message) {
  if (!view.messages.has(message.channel_id)) view.messages.set(message.channel_id, []);
  const entries = view.messages.get(message.channel_id);
  const at = entries.findIndex((entry) => entry.message.id === message.id);
  view.revision += 1;
  const old = entries[at];
  // Edits do not ping, so the entry keeps the pings of the message's first version.
  const entry = { message, revision: view.revision, pings: old?.pings ?? message.pings ?? [] };
  if (old) entries[at] = entry;
  else {
    entries.push(entry);
    entries.sort((one, other) => compareIds(one.message.id, other.message.id));
  }
  return old?.message;
}

function removeMessage(channelId, id) {
  const left = entriesOf(channelId).filter((entry) => entry.message.id !== id);
  view.messages.set(channelId, left);
  view.busy.delete(id);
  view.failures.delete(id);
}

const timeOf = (message) => Date.parse(message.timestamp);

function startsGroup(message, before) {
  if (!before || message.interaction_metadata || message.message_reference) return true;
  return before.author.id !== message.author.id || Boolean(before.ephemeral) !== Boolean(message.ephemeral) || timeOf(message) - timeOf(before) > GROUP_INTERVAL_MS;
}

function buildMessage(entry, first) {
  const { message } = entry;
  const classes = ['message', first && 'first', message.ephemeral && 'private', entry.pings.includes(view.me) && 'pinged'];
  return make('article', {
    class: classes.filter(Boolean).join(' '), tabindex: '-1', 'data-message-id': message.id, 'data-ephemeral': String(Boolean(message.ephemeral)), 'data-author': message.author.id,
    'aria-label': `${nameOf(message.author)}, ${dayText(timeOf(message))}`,
  }, contextLine(message), first ? messageHead(message) : timeNode(timeOf(message), 'short', 'side-time'),
    messageContent(message), attachmentNodes(message), componentRows(message), failureNode(view.failures.get(message.id)),
    message.ephemeral ? dismissLine(() => dismiss(message)) : messageBar(message));
}

function onMessageContextMenu(event) {
  const node = event.target.closest('.message');
  const message = node && findEntry(view.channelId, node.dataset.messageId)?.message;
  if (!message || message.ephemeral || event.target.closest('a, [data-user]')) return;
  event.preventDefault();
  openMessageMenu(message, node.querySelector('.bar button'), new DOMRect(event.clientX, event.clientY, 0, 0));
}

function messageHead(message) {
  const { author } = message;
  return [
    make('button', { type: 'button', class: 'face', 'data-user': author.id, 'aria-label': nameOf(author), 'aria-haspopup': 'menu', tabindex: '-1' }, avatar(author)),
    make('h3', { class: 'head' }, nameButton(author), author.bot && appTag(), timeNode(timeOf(message), 'day')),
  ];
}

function messageContent(message) {
  if ((message.flags ?? 0) & LOADING_FLAG) return make('div', { class: 'content thinking' }, dots(), ` ${nameOf(message.author)} is thinking…`);
  if (!message.content) return null;
  const node = make('div', { class: isJumbo(message.content) ? 'content jumbo' : 'content' }, renderMarkdown(message.content));
  if (message.edited_timestamp) {
    const mark = make('span', { class: 'edited', title: formatDate(Date.parse(message.edited_timestamp), 'F') }, ' (edited)');
    (node.lastChild?.tagName === 'P' ? node.lastChild : node).append(mark);
  }
  return node;
}

function attachmentNodes(message) {
  return (message.attachments ?? []).map((one) => {
    const words = one.description || one.filename;
    if (!one.content_type?.startsWith('image/')) return make('a', { class: 'file', href: one.url, download: one.filename }, one.filename);
    if (one.filename.startsWith('SPOILER_')) return hiddenPicture(one, words);
    return make('a', { class: 'picture', href: one.url, target: '_blank', rel: 'noopener noreferrer', title: words }, make('img', { src: one.url, alt: words }));
  });
}

function hiddenPicture(attachment, words) {
  const reveal = ({ currentTarget }) => currentTarget.replaceWith(make('img', { class: 'revealed', src: attachment.url, alt: words }));
  return make('button', { type: 'button', class: 'picture hidden', 'aria-label': `Spoiler: ${words}`, click: reveal }, make('img', { src: attachment.url, alt: '' }), make('span', {}, 'SPOILER'));
}

function contextLine(message) {
  const used = message.interaction_metadata;
  if (used?.name) return usedLine(used.user, used.command_type === SLASH_COMMAND ? '/' + used.name : used.name);
  const repliedTo = message.message_reference?.message_id ?? used?.interacted_message_id;
  return repliedTo ? replyLine(message.message_reference?.channel_id ?? message.channel_id, repliedTo) : null;
}

function usedLine(user, title) {
  return make('div', { class: 'above' }, avatar(user, true), nameButton(user), ' used ', make('span', { class: 'used' }, title));
}

function replyLine(channelId, id) {
  const found = findEntry(channelId, id)?.message;
  if (!found) return make('div', { class: 'above' }, make('em', { class: 'quoted' }, 'Original message was deleted'));
  const words = previewNodes(found.content ?? '');
  return make('div', { class: 'above' }, avatar(found.author, true), nameButton(found.author),
    make('button', { type: 'button', class: 'quoted', click: () => jumpTo(channelId, id) }, words.length ? words : make('em', {}, 'Press to see the message')));
}

function failureNode(text) {
  return text && make('div', { class: 'failure', role: 'alert' }, icon('alert'), make('span', {}, text));
}

function dismissLine(onDismiss) {
  return make('div', { class: 'foot' }, icon('eye'), 'Only you can see this ·', make('button', { type: 'button', click: onDismiss }, 'Dismiss message'));
}

function messageBar(message) {
  const more = make('button', { type: 'button', 'aria-label': 'More', title: 'More', 'aria-haspopup': 'menu', click: () => openMessageMenu(message, more) }, icon('more'));
  return make('div', { class: 'bar' }, more);
}

const canDelete = (message) => message.author.id === view.me || channelById(message.channel_id)?.manages_messages;

function deleteMessage(message) {
  send({ type: 'delete', channel_id: message.channel_id, message_id: message.id });
}

function dismiss(message) {
  send({ type: 'dismiss', channel_id: message.channel_id, message_id: message.id });
  removeMessage(message.channel_id, message.id);
  drawMessages();
}
