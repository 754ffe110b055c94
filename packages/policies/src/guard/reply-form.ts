/** What a reply without results looks like. */
export type ReplyForm = 'text' | 'failed-action' | 'malformed';

const html =
  /^(?:abbr|address|article|aside|audio|a|blockquote|body|br|button|b|caption|cite|code|col|dd|del|details|div|dl|dt|em|figure|footer|form|h[1-6r]|head|header|html|iframe|img|input|ins|i|kbd|label|link|li|main|mark|meta|nav|ol|option|pre|p|q|samp|script|section|select|small|span|strong|style|sub|summary|sup|svg|s|table|tbody|td|textarea|tfoot|thead|think|thinking|th|title|tr|ul|u|var|video)$/i;
const code = /```[^]*?(?:```|$)|`[^`\n]*`/g;
const tags = /<(\/?)([\p{L}\p{N}_-]+)\/?>/gu;
// A tag at the start of a line; one that opens right before text, closes right after it, or ends the
// reply by itself; one that breaks off at the end.
const fragment =
  /(?:^|\n)<\/?[\p{L}\p{N}_-]+\/?>|\s<[\p{L}\p{N}_-]+>[^\s.,;:!?)'"\]]|\S<\/[\p{L}\p{N}_-]+>|\s<[\p{L}\p{N}_-]+\/>$|(?:^|\s)<\/?[\p{L}_][\p{L}\p{N}_-]*$/u;

/**
 * Reads a reply the way the guard has to, without knowing which tools there are. A closed pair of tags
 * that is not HTML is an action that failed. A tag that only opens, only closes or breaks off is a
 * malformed one where it stands like syntax; between blanks it is a mention, and so is all that stands in
 * code marks.
 */
export function replyForm(reply: string): ReplyForm {
  const prose = reply
    .replace(code, ' ')
    .replace(tags, (tag, _, name: string) => (html.test(name) ? ' ' : tag))
    .trim();
  const opened = new Set<string | undefined>();
  for (const [, closing, name] of prose.matchAll(tags)) {
    if (closing === '') opened.add(name);
    else if (opened.has(name)) return 'failed-action';
  }
  return fragment.test(prose) ? 'malformed' : 'text';
}
