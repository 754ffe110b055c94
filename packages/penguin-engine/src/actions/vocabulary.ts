import { isThoughtName } from '@rlm/termination/internal';

/** What the name of a tag means to the tokenizer. */
type TagMeaning =
  | { readonly type: 'exact'; readonly name: string }
  | { readonly type: 'similar'; readonly name: string }
  | { readonly type: 'reasoning'; readonly name: string }
  | null;

/** The names that are actions, prepared for look-up. */
export interface Vocabulary {
  readonly names: ReadonlySet<string>;
  /** A longer tag name means nothing. */
  readonly maxLength: number;
  meaningOf(tagName: string): TagMeaning;
  /** Whether a name begins with this text. */
  isPrefix(text: string): boolean;
}

/** Prepares a list of action names. */
export function createVocabulary(list: Iterable<string>): Vocabulary {
  const names = new Set(list);
  const bySpelling = new Map([...names].map((name) => [normalize(name), name]));
  const maxLength = Math.max(16, ...[...names].map((name) => name.length));
  return {
    names,
    maxLength,
    meaningOf(tagName) {
      if (names.has(tagName)) return { type: 'exact', name: tagName };
      const lower = tagName.toLowerCase();
      if (isThoughtName(lower)) return { type: 'reasoning', name: lower };
      const similar = bySpelling.get(normalize(tagName));
      return similar === undefined ? null : { type: 'similar', name: similar };
    },
    isPrefix: (text) => [...names].some((name) => name.startsWith(text)),
  };
}

function normalize(name: string): string {
  return name.toLowerCase().replaceAll('-', '_');
}
