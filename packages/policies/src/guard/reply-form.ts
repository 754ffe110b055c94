/** What a reply without results looks like. */
export type ReplyForm = 'text' | 'failed-action' | 'malformed';

const htmlNames =
  /^(?:a|abbr|address|article|aside|audio|b|blockquote|body|br|button|caption|cite|code|col|dd|del|details|dfn|div|dl|dt|em|figure|footer|form|h[1-6]|head|header|hr|html|i|iframe|img|input|ins|kbd|label|li|link|main|mark|meta|nav|ol|option|p|pre|q|s|samp|script|section|select|small|span|strong|style|sub|summary|sup|svg|table|tbody|td|textarea|tfoot|th|thead|think(?:ing)?|title|tr|u|ul|var|video)$/i;
const code = /```[^]*?(?:```|$)|`[^`\n]*`/g;
const tags = /<(\/?)([\p{L}\p{N}_-]+)(\/?)>/gu;
const brokenOff = /(?:^|\s)<\/?[\p{L}_][\p{L}\p{N}_-]*$/u;

/**
 * Reads a reply the way the guard has to, without knowing which tools there are. A closed pair of tags
 * that is not HTML is an action that failed. A tag that only opens, only closes or breaks off is a
 * malformed one where it stands like syntax; between blanks it is a mention, and so is all that stands in
 * code marks.
 */
export function replyForm(reply: string): ReplyForm {
  const prose = reply.replace(code, ' ').trim();
  const opened = new Set<string>();
  let malformed = brokenOff.test(prose);
  for (const { index, 0: tag, 1: closing, 2: name = '', 3: alone } of prose.matchAll(tags)) {
    if (htmlNames.test(name)) continue;
    if (closing !== '' && opened.has(name)) return 'failed-action';
    if (closing === '' && alone === '') opened.add(name);
    const before = prose.slice(Math.max(0, index - 1), index);
    const after = prose.slice(index + tag.length, index + tag.length + 1);
    malformed ||= looksLikeSyntax(before, after, closing, alone);
  }
  return malformed ? 'malformed' : 'text';
}

function looksLikeSyntax(before: string, after: string, closing = '', alone = ''): boolean {
  if (before === '' || before === '\n') return true;
  const blankBefore = /\s/.test(before);
  if (closing !== '') return !blankBefore;
  if (alone !== '') return blankBefore && after === '';
  return blankBefore && /[^\s.,;:!?)'"\]]/.test(after);
}
