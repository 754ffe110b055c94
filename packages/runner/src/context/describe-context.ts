import { estimateTokens } from '@rlm/penguin-engine/internal';
import { cutText, type REPLVariable, type ReplLanguage } from '@rlm/repl-types';
import {
  countCodePoints,
  detach,
  fenced,
  groupThousands,
  typeNameOf,
} from '@rlm/repl-types/internal';
import type { JsonValue } from '@rlm/sandbox';

import { onOneLine } from '../prompt/host-lines.js';
import { describeItems } from './describe-items.js';

/** Characters that one prompt of a sub-query may well have. */
export const promptChars = 200_000;

/** Most keys of an object that are named, and characters of one. */
const most = { keys: 12, key: 60 };

/** How much room a description has, in characters: for keys, and for what is quoted. */
interface Room {
  readonly keys: number;
  readonly quote: number;
}

/** A description in several lengths: the prompt takes the one for which it has room. */
export type DescriptionSize = 'long' | 'middling' | 'short';

/** What the prompt says of a context, in each length. */
export type ContextDescription = Readonly<Record<DescriptionSize, string>>;

const rooms: Readonly<Record<DescriptionSize, Room>> = {
  long: { keys: 260, quote: 240 },
  middling: { keys: 220, quote: 150 },
  short: { keys: 100, quote: 50 },
};

/**
 * What a model is told of a context, in a size that does not depend on the context's: of a text its length, its lines and its
 * beginning, of a list the kinds of its items and one of them, of an object its keys with their sizes.
 */
export function describeContext(
  variable: REPLVariable,
  value: JsonValue,
  language: ReplLanguage,
): ContextDescription {
  const type = `Type: ${variable.typeName}${sizeOf(variable, value)}`;
  const render = (size: DescriptionSize): string =>
    [...headOf(variable), type, ...contentOf(value, language, rooms[size])].join('\n');
  return { long: render('long'), middling: render('middling'), short: render('short') };
}

function headOf({ name, description, constraints }: REPLVariable): readonly string[] {
  return [
    `Variable: \`${name}\``,
    ...(description === '' ? [] : [`Description: ${description}`]),
    ...(constraints === '' ? [] : [`Constraints: ${constraints}`]),
  ];
}

function sizeOf({ totalLength }: REPLVariable, value: JsonValue): string {
  if (value === null || (typeof value !== 'string' && typeof value !== 'object')) return '';
  const isText = typeof value === 'string';
  const chars = counted(totalLength, 'character');
  const parts = isText
    ? [chars, counted(countLines(value), 'line')]
    : [count(value), `${chars} as JSON`];
  const tokens = `about ${groupThousands(roundedTokens(totalLength, value))} tokens`;
  const fits = totalLength <= promptChars ? '; all of it fits one prompt of llm_query' : '';
  return `, ${[...parts, tokens].join(', ')}${fits}`;
}

function count(value: object): string {
  return Array.isArray(value)
    ? counted(value.length, 'item')
    : counted(Object.keys(value).length, 'key');
}

function contentOf(value: JsonValue, language: ReplLanguage, room: Room): readonly string[] {
  if (typeof value === 'string') return quote('Begins:', value, room);
  if (value === null || typeof value !== 'object') return [`Value: ${JSON.stringify(value)}`];
  if (Array.isArray(value)) {
    const items = value as readonly JsonValue[];
    const [first] = items;
    if (first === undefined) return [];
    return [
      describeItems(items, language, room.keys),
      ...quote('First item:', textOf(first), room),
    ];
  }
  return [describeKeys(value as Readonly<Record<string, JsonValue>>, language, room)];
}

function quote(head: string, text: string, { quote: most }: Room): readonly string[] {
  if (text.length <= most) return [head.replace('Begins', 'Whole'), fenced(text)];
  // A copy, so that the prompt does not keep a large text in memory; no half of a surrogate pair.
  const begin = detach(text.slice(0, most)).replace(/[\ud800-\udbff]$/, '');
  return [head, fenced(`${begin.trimEnd()}...`)];
}

function describeKeys(
  value: Readonly<Record<string, JsonValue>>,
  language: ReplLanguage,
  room: Room,
): string {
  const keys = Object.keys(value);
  const shown: string[] = [];
  let chars = 0;
  for (const key of keys) {
    const text = `${JSON.stringify(cutText(onOneLine(key), most.key).text)}: ${describeValue(value[key] ?? null, language)}`;
    chars += text.length;
    if (shown.length >= most.keys || chars > room.keys) break;
    shown.push(text);
  }
  const more = keys.length - shown.length;
  return `Keys: ${shown.join('; ')}${more > 0 ? `; and ${groupThousands(more)} more` : ''}`;
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

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** As the helper `lines` counts them: a line end at the end begins no further line. */
function countLines(text: string): number {
  let lines = text === '' || text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

/** An estimate by a sample of the text, to two digits. */
function roundedTokens(totalLength: number, value: string | object): number {
  const text = typeof value === 'string' ? value : JSON.stringify(sampleOf(value));
  const middle = Math.floor(text.length / 2);
  const sample =
    text.length <= 20_000 ? text : text.slice(0, 10_000) + text.slice(middle, middle + 10_000);
  const tokens = sample === '' ? 0 : (estimateTokens(sample) / sample.length) * totalLength;
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(tokens, 1))) - 1);
  return Math.ceil(tokens / unit) * unit;
}

function sampleOf(value: object): unknown {
  return Array.isArray(value)
    ? value.slice(0, 20)
    : Object.entries(value)
        .slice(0, 5)
        .map(([key, item]: [string, unknown]) => [
          key,
          typeof item === 'string' ? item.slice(0, 4_000) : null,
        ]);
}

function counted(number: number, unit: string): string {
  return `${groupThousands(number)} ${unit}${number === 1 ? '' : 's'}`;
}
