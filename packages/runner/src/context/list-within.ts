import { groupThousands } from '@rlm/repl-types/internal';

/**
 * Names with what is said of each, in about `most` characters. If all names fit, all are there, and what is said of the last ones is
 * left out. If not, the last names are left out, with their number.
 */
export function listWithin(
  names: readonly string[],
  said: readonly string[],
  count: number,
  most: number,
): string {
  const namesLeft = most - names.reduce((sum, name) => sum + name.length + 2, 0);
  const isWhole = names.length === count && namesLeft >= 0;
  let left = isWhole ? namesLeft : most;
  const shown: string[] = [];
  for (const [index, name] of names.entries()) {
    const text = said[index] ?? '';
    const entry = `${name}: ${text}`;
    left -= isWhole ? text.length + 2 : entry.length;
    if (left >= 0) shown.push(entry);
    else if (isWhole) shown.push(name);
    else break;
  }
  const more = count - shown.length;
  return `${shown.join('; ')}${more > 0 ? `; and ${groupThousands(more)} more` : ''}`;
}
