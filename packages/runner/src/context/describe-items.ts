import type { ReplLanguage } from '@rlm/repl-types';
import { groupThousands, isRecord, typeNameOf } from '@rlm/repl-types/internal';
import type { JsonValue } from '@rlm/sandbox';

import { onOneLine } from '../host-lines.js';

/** How many items are looked at; most keys that are named, and characters of one. */
const most = { sample: 100, keys: 12, key: 40 };

/** The kinds of a list's items, of objects their keys with their types, and of how many items that is said; keys in so many characters. */
export function describeItems(
  items: readonly JsonValue[],
  language: ReplLanguage,
  mostChars: number,
): string {
  const sample = sampleOf(items);
  const records = sample.filter((item): item is Readonly<Record<string, JsonValue>> =>
    isRecord(item),
  );
  const kinds = tally(sample.map((item) => typeNameOf(item, language)));
  const whose =
    sample.length === items.length
      ? 'Items'
      : `Items (a sample of ${groupThousands(sample.length)})`;
  const keys = records.length === 0 ? '' : ` with ${describeKeys(records, language, mostChars)}`;
  return `${whose}: ${renderTally(kinds, sample.length)}${keys}`;
}

/** All items of a short list; of a longer one some, spread over it by the golden ratio, which has no beat with any period of it. */
function sampleOf(items: readonly JsonValue[]): readonly JsonValue[] {
  if (items.length <= most.sample) return items;
  const places = Array.from({ length: most.sample }, (_, index) =>
    Math.floor(((index * 0.618_033_988_75) % 1) * items.length),
  );
  return [...new Set(places)].map((place) => items[place] ?? null);
}

function describeKeys(
  records: readonly Readonly<Record<string, unknown>>[],
  language: ReplLanguage,
  mostChars: number,
): string {
  const types = new Map<string, string[]>();
  for (const record of records) {
    for (const [key, value] of Object.entries(record).slice(0, 100)) {
      const known = types.get(key);
      if (known === undefined) types.set(key, [typeNameOf(value, language)]);
      else known.push(typeNameOf(value, language));
    }
  }
  const shown: string[] = [];
  let chars = 0;
  for (const [key, found] of types) {
    const text = `${onOneLine(key.slice(0, most.key))}: ${renderTally(tally(found), records.length)}`;
    chars += text.length;
    if (shown.length >= most.keys || chars > mostChars) break;
    shown.push(text);
  }
  const more = types.size - shown.length;
  return `${shown.join(', ')}${more > 0 ? `, and ${groupThousands(more)} more keys` : ''}`;
}

function tally(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** `int`, or `str or null (in 40)` where there are several kinds, or where not all have it. */
function renderTally(counts: ReadonlyMap<string, number>, of: number): string {
  const kinds = [...counts.keys()].slice(0, 4).join(' or ');
  const sum = [...counts.values()].reduce((total, number) => total + number, 0);
  return sum === of ? kinds : `${kinds} (in ${groupThousands(sum)})`;
}
