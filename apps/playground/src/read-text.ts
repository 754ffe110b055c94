import { noticesOf } from '@rlm/files';

import {
  charactersOf,
  readContext,
  readLargeFile,
  type AnyText,
  type ReadContext,
  type ReadTextOptions,
  type TextValue,
} from './texts/read-context.js';
import { readTextArguments } from './texts/text-argument.js';
import { wordsOf, type Totals } from './texts/text-label.js';

/** The text that a question is asked about. */
export interface ReadText<Value extends AnyText = TextValue> {
  /** Of several contexts all texts, each with its context's name before its own. */
  readonly value: Value;
  /** The contexts with names of their own, if they have names. */
  readonly contexts?: Readonly<Record<string, TextValue>>;
  /** What the model must know of the encodings, by the names of the contexts; of the only context by the name `''`. */
  readonly remarks?: Readonly<Record<string, string>>;
  readonly characters: number;
  /** What was read, in words for a person. */
  readonly label: string;
  /** What a person should know of files that were left out. */
  readonly notes?: readonly string[] | undefined;
}

/**
 * Reads files, folders, globs and stdin, of which several may go by names of their own. Throws {@link UsageError} with one line
 * that says what is missing, unreadable, or without text.
 */
export async function readText(
  written: readonly string[],
  options: ReadTextOptions = {},
): Promise<ReadText & { readonly parts: readonly ReadContext[] }> {
  const places = readTextArguments(written);
  const names = [...new Set(places.map(({ context }) => context))];
  const totals: Totals = { files: 0, bytes: 0, skipped: 0, ignored: 0, notes: [] };
  const parts: ReadContext[] = [];
  for (const context of names) {
    const paths = places.filter((place) => place.context === context).map(({ path }) => path);
    const part = await readContext(paths, options, totals);
    parts.push(context === undefined ? part : { ...part, context });
  }
  return { ...joinContexts(parts), parts, ...wordsOf(totals) };
}

/** As {@link readText}, but one large file stays open instead of being read into memory. */
export async function readTextOrFile(
  written: readonly string[],
  options: ReadTextOptions = {},
): Promise<ReadText<AnyText> & { readonly parts: readonly ReadContext<AnyText>[] }> {
  const places = readTextArguments(written);
  const totals: Totals = { files: 0, bytes: 0, skipped: 0, ignored: 0, notes: [] };
  const part = places.some(({ context }) => context !== undefined)
    ? undefined
    : await readLargeFile(
        places.map(({ path }) => path),
        totals,
      );
  if (part === undefined) return readText(written, options);
  const { value } = part;
  return { value, characters: charactersOf(value), parts: [part], ...wordsOf(totals) };
}

/** The texts of all contexts as one value, and by their contexts where these have names. */
export function joinContexts(
  parts: readonly Pick<ReadContext, 'context' | 'value' | 'guesses'>[],
): Pick<ReadText, 'value' | 'contexts' | 'characters' | 'remarks'> {
  const [first] = parts;
  const remarks = Object.fromEntries(
    parts.map(({ context = '', value, guesses }) => {
      const isSingle = typeof value === 'string';
      return [context, noticesOf({ guesses, isSingle, leftOut: [] }).join(' ')];
    }),
  );
  const characters = parts.reduce((sum, { value }) => sum + charactersOf(value), 0);
  if (first?.context === undefined) return { value: first?.value ?? '', characters, remarks };
  const contexts = Object.fromEntries(parts.map(({ context = '', value }) => [context, value]));
  const all = parts.flatMap(({ context = '', value }) =>
    typeof value === 'string'
      ? [[context, value] as const]
      : Object.entries(value).map(([name, text]) => [`${context}/${name}`, text] as const),
  );
  return { value: Object.fromEntries(all), contexts, characters, remarks };
}
