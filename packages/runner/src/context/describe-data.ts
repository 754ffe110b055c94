import { cutText, type ReplLanguage } from '@rlm/repl-types';
import {
  counted,
  countCodePoints,
  isRecord,
  typeNameOf,
  onOneLine,
} from '@rlm/repl-types/internal';
import type { JsonValue } from '@rlm/sandbox';

import { hasLinesAlike, hasManyItems, hintFor } from './alike.js';
import { describeItems, namesOf } from './describe-items.js';
import { quote } from './description-words.js';
import type { Room, ValueDescription } from './description.js';
import { listWithin } from './list-within.js';

type List = readonly JsonValue[];
type Fields = Readonly<Record<string, JsonValue>>;

/** Most keys of an object that are named, characters of one, and characters of the fields of its values. */
const most = { keys: 40, key: 60, fields: 80 };

/** What is said of a list (the kinds of its items, and one of them), or of an object (its keys with their sizes). */
export function describeData(value: List | Fields, language: ReplLanguage): ValueDescription {
  return {
    sizes: (chars) => [count(value), `${chars} as JSON`],
    sample: JSON.stringify(sampleOf(value)),
    content: (room) =>
      isList(value) ? contentOf(value, language, room) : [describeKeys(value, language, room)],
  };
}

/** What is said of a text of several lines: their number, and how it begins. */
export function describeLines(text: string, lines: number): ValueDescription {
  const isAlike = hasLinesAlike(text, lines);
  return {
    sizes: (chars) => [chars, counted(lines, 'line')],
    sample: text,
    content: (room) => [...(isAlike ? hintFor(room) : []), ...quote('Begins:', text, room)],
  };
}

function isList(value: object): value is List {
  return Array.isArray(value);
}

function count(value: object): string {
  return isList(value) ? counted(value.length, 'item') : counted(Object.keys(value).length, 'key');
}

function contentOf(items: List, language: ReplLanguage, room: Room): readonly string[] {
  const [first] = items;
  if (first === undefined) return [];
  const text = typeof first === 'string' ? first : JSON.stringify(first);
  return [
    describeItems(items, language, room.keys),
    ...(hasManyItems(items) ? hintFor(room) : []),
    ...quote('First item:', text, room),
  ];
}

function describeKeys(value: Fields, language: ReplLanguage, room: Room): string {
  const keys = Object.keys(value);
  const names = keys
    .slice(0, most.keys)
    .map((key) => JSON.stringify(cutText(onOneLine(key), most.key).text));
  const areRecords = Object.values(value).slice(0, most.keys).every(isRecord);
  const told = new Set<string>();
  let left = most.fields;
  const sizes = keys.slice(0, most.keys).map((key) => {
    const item = value[key] ?? null;
    const fields = fieldsWithin(item) || (areRecords ? ` ${namesOf(item as Fields)}` : '');
    const isTold = !told.has(fields) && fields.length <= left;
    if (isTold) left -= fields.length;
    told.add(fields);
    return `${describeValue(item, language)}${isTold ? fields : ''}`;
  });
  return `Keys: ${listWithin(names, sizes, keys.length, room.keys)}`;
}

/** A value's type and size, in a few words. */
function describeValue(value: JsonValue, language: ReplLanguage): string {
  const type = typeNameOf(value, language);
  if (typeof value === 'string') {
    const chars = language === 'python' ? countCodePoints(value) : value.length;
    return `${type}, ${counted(chars, 'character')}`;
  }
  return typeof value === 'object' && value !== null ? `${type}, ${count(value)}` : type;
}

/** The fields of the first record in a list or a mapping: `, each {name, price}`. */
function fieldsWithin(value: JsonValue): string {
  if (typeof value !== 'object' || value === null) return '';
  const [first] = Object.values(value);
  return isRecord(first) ? `, each ${namesOf(first)}` : '';
}

function sampleOf(value: List | Fields): unknown {
  return isList(value)
    ? value.slice(0, 20)
    : Object.entries(value)
        .slice(0, 5)
        .map(([key, item]: [string, unknown]) => [
          key,
          typeof item === 'string' ? item.slice(0, 4_000) : null,
        ]);
}
