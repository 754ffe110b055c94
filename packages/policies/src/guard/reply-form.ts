import { proseOf } from '@rlm/termination/internal';

/** The form of a reply without results. */
export type ReplyForm = 'text' | 'failed-action' | 'malformed';

const html =
  /^(?:[abipqsu]|[bht]r|d[dlt]|em|h[1-6]|li|[ou]l|t[dh]|del|div|img|pre|su[bp]|body|code|html|span|t(?:able|body|head|itle)|think|strong|details|summary)$/i;
const inlineCode = /`[^`\n]*`/g;
const tags = /<(\/?)([^\s<>/@]+)\/?>/g;
// A tag at the start of a line; one that opens right before text, closes right after it, or ends the reply on its own;
// one that breaks off at the end.
const fragment =
  /(?:^|\n)<\/?[^\s<>/@]+\/?>|\s<[^\s<>/@]+>[^\s.,;:!?)'"\]]|\S<\/[^\s<>/@]+>|\s<[^\s<>/@]+\/>$|(?:^|\s)<\/?[\p{L}_][^\s<>/@]*$/u;

/**
 * Classifies a reply without knowing which tools there are. A closed pair of tags that is not common HTML is an action
 * that failed. A tag that only opens, only closes or breaks off is malformed if it is placed like syntax. Between
 * blanks it is only a mention, as is everything in code, thoughts and comments.
 */
export function replyForm(reply: string): ReplyForm {
  const prose = proseOf(reply)
    .replace(inlineCode, ' ')
    .replace(tags, (tag, _, name: string) => (html.test(name) ? ' ' : tag))
    .trim();
  const opened = new Set<string | undefined>();
  for (const [, closing, name] of prose.matchAll(tags)) {
    if (closing === '') opened.add(name);
    else if (opened.has(name)) return 'failed-action';
  }
  return fragment.test(prose) ? 'malformed' : 'text';
}
