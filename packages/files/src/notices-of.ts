import { onOneLine } from '@rlm/repl-types/internal';
import type { FilesRead } from './read-files.js';

/** Most files that are named, and most characters of a name. */
const most = { files: 5, name: 100 };

/** What a model must know of texts beside their names: what was guessed of encodings, and which documents could not be read. */
export function noticesOf({
  guesses,
  isSingle,
  leftOut,
}: Pick<FilesRead, 'guesses' | 'isSingle' | 'leftOut'>): readonly string[] {
  const guessed = [...guesses]
    .sort(byName)
    .map(([name, guess]) => (isSingle ? `It was ${guess}` : `${shortened(name)} was ${guess}`));
  const unread = leftOut
    .filter(({ needs }) => needs !== undefined)
    .map(({ place, needs }) => `${shortened(place)} (the package ${String(needs)} is missing)`);
  return [
    ...(guessed.length === 0 ? [] : [`${listed(guessed)}.`]),
    ...(unread.length === 0 ? [] : [`Not read: ${listed(unread)}.`]),
  ];
}

const byName = ([one]: readonly [string, string], [other]: readonly [string, string]): number =>
  one < other ? -1 : 1;

const shortened = (name: string): string => onOneLine(name.slice(0, most.name));

function listed(parts: readonly string[]): string {
  const more = parts.length - most.files;
  return [...parts.slice(0, most.files), ...(more > 0 ? [`and ${String(more)} more`] : [])].join(
    '; ',
  );
}
