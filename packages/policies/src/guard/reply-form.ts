/** What a reply without results looks like. */
export type ReplyForm = 'text' | 'failed-action' | 'malformed';

const html =
  /^(?:[abipqsu]|[bht]r|d[dlt]|em|h[1-6]|li|[ou]l|t[dht]|nav|del|div|img|ins|kbd|pre|su[bp]|svg|body|cite|code|form|head|html|link|main|mark|span|small|style|t(?:able|body|head|itle)|think|thinking|video|button|figure|footer|header|script|strong|article|details|section|summary|blockquote)$/i;
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
