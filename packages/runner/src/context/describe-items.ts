import type { ReplLanguage } from '@rlm/repl-types';
import { groupThousands, isRecord, typeNameOf, headOf, onOneLine } from '@rlm/repl-types/internal';
import type { JsonValue } from '@rlm/sandbox';

import { listWithin } from './list-within.js';

/** How many items are looked at; most keys that are named, and characters of one. */
const most = { sample: 100, keys: 40, key: 40, inner: 6, nested: 120 };

/** The kinds of a list's items, the keys of objects with their types, and the number of items described. Bounds the characters of the keys. */
export function describeItems(
  items: readonly JsonValue[],
  language: ReplLanguage,
  maxChars: number,
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
  const keys = records.length === 0 ? '' : ` with ${describeKeys(records, language, maxChars)}`;
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
  maxChars: number,
): string {
  const types = new Map<string, string[]>();
  for (const record of records) {
    for (const [key, value] of Object.entries(record).slice(0, 100)) {
      const known = types.get(key);
      const kind = kindOf(value, language);
      if (known === undefined) types.set(key, [kind]);
      else known.push(kind);
    }
  }
  const rows = [...types].slice(0, most.keys);
  const names = rows.map(([key]) => onOneLine(headOf(key, most.key)));
  const kinds = rows.map(([, found]) => renderTally(tally(found), records.length));
  return listWithin(names, kinds, types.size, maxChars);
}

/** A value's type; of a list the type of its first item too, of an object its first keys. */
function kindOf(value: unknown, language: ReplLanguage): string {
  const type = typeNameOf(value, language);
  if (Array.isArray(value)) {
    const [first] = value as readonly unknown[];
    return first === undefined
      ? type
      : `${type} of ${headOf(kindOf(first, language), most.nested)}`;
  }
  return isRecord(value) ? `${type} ${namesOf(value)}` : type;
}

/** The first keys of an object: `{name, price}`. */
export function namesOf(value: Readonly<Record<string, unknown>>): string {
  const keys = Object.keys(value).slice(0, most.inner);
  return `{${keys.map((key) => onOneLine(headOf(key, most.key))).join(', ')}}`;
}

function tally(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** `int`, or `str or null (in 40)` if there are several kinds, or if not all items have the key. */
function renderTally(counts: ReadonlyMap<string, number>, of: number): string {
  const kinds = [...counts.keys()].slice(0, 4).join(' or ');
  const sum = [...counts.values()].reduce((total, number) => total + number, 0);
  return sum === of ? kinds : `${kinds} (in ${groupThousands(sum)})`;
}
