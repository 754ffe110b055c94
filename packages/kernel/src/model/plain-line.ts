import { headOf, wellFormed } from '@rlm/repl-types/internal';

/** How much of a body is read: what a server says stands at its beginning. */
const maxRead = 20_000;

/** Elements of a page whose content no one sees. */
const unseen = /<(script|style|head|svg|template)\b[^]*?(?:<\/\1\s*>|$)/gi;

const comment = /<!--[^]*?(?:-->|$)/g;

const anyTag = /<[/!?]?[a-z][^>]*(?:>|$)/gi;

/** Tags that stand in the middle of ordinary texts. Others, such as `List<String>`, are words. */
const pageTag =
  /<\/?(?:a|b|body|br|center|code|div|em|font|h[1-6]|head|hr|html|i|li|p|pre|span|strong|table|td|title|tr|u|ul)(?:\s[^<>]*)?\/?>/gi;

/** The escape sequences of terminals. */
const escapes = new RegExp(`${String.fromCharCode(27)}\\[[\\d;?]*[a-z]`, 'gi');

/** Characters that are not seen, and those that change the direction of writing. */
const hidden = /[\p{Cc}\p{Zl}\p{Zp}\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

const entities: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', '#39': "'", '#x27': "'" },
};

/** Whether a text is a page in HTML. */
export function isPage(text: string): boolean {
  return /^[\s\ufeff]*(?:<!--[^]{0,2000}?-->\s*)?<(?:!doctype html|html|head|body|title)\b/i.test(
    text.slice(0, 3000),
  );
}

/** What a text says, as one line of at most `maxChars` characters, without markup and control characters. */
export function plainLine(text: string, maxChars = 600): string {
  const begun = text.slice(0, maxRead);
  const seen = /^\s*<[!?a-z]/i.test(begun) ? textOfPage(begun) : begun.replaceAll(pageTag, ' ');
  const line = wellFormed(seen)
    .replaceAll(escapes, '')
    .replaceAll(hidden, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return line.length <= maxChars ? line : `${headOf(line, maxChars).trimEnd()} ...`;
}

/** The text of a page: that of its body, after its title if it says something else. */
function textOfPage(page: string): string {
  const title = withoutTags(/<title[^>]*>([^<]*)/i.exec(page)?.[1] ?? '');
  const body = withoutTags(page.replaceAll(comment, ' ').replaceAll(unseen, ' '));
  return body.includes(title) ? body : `${title} ${body}`;
}

function withoutTags(markup: string): string {
  const text = markup.replaceAll(anyTag, ' ').replaceAll(/\s+/g, ' ').trim();
  return text.replaceAll(/&(#?\w{1,6});/g, (whole, name: string) => entities[name] ?? whole);
}
