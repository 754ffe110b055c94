import { groupThousands } from '@rlm/repl-types/internal';

/** Stands before the names of which nothing more is said. */
const bare = 'without more: ';

/**
 * Names with what is said of each, in about `most` characters. If all names fit, all are there, and what is said of the last ones is
 * left out, which is told. If not, the last names are left out, with their number.
 */
export function listWithin(
  names: readonly string[],
  said: readonly string[],
  count: number,
  most: number,
): string {
  const lengthOf = (texts: readonly string[]): number =>
    texts.reduce((sum, text) => sum + text.length + 2, 0);
  const namesLeft = most - lengthOf(names);
  const isWhole = names.length === count && namesLeft >= 0;
  const isCut = isWhole && lengthOf(said) > namesLeft;
  let left = isWhole ? namesLeft - (isCut ? bare.length : 0) : most;
  let isBare = false;
  const shown: string[] = [];
  for (const [index, name] of names.entries()) {
    const text = said[index] ?? '';
    const entry = `${name}: ${text}`;
    left -= isWhole ? text.length + 2 : entry.length;
    if (left >= 0) shown.push(entry);
    else if (isWhole) shown.push(`${isBare ? '' : bare}${name}`);
    else break;
    isBare ||= left < 0;
  }
  const more = count - shown.length;
  return `${shown.join('; ')}${more > 0 ? `; and ${groupThousands(more)} more` : ''}`;
}
