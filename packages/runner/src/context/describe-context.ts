import { estimateTokens } from '@rlm/kernel/internal';
import type { REPLVariable, ReplLanguage } from '@rlm/repl-types';
import { counted, groupThousands } from '@rlm/repl-types/internal';
import { isLongText } from '@rlm/sandbox/internal';

import type { ContextData } from './context-value.js';
import { describeData, describeLines } from './describe-data.js';
import {
  promptChars,
  type ContextDescription,
  type DescriptionSize,
  type Room,
  type ValueDescription,
} from './description.js';

const rooms: Readonly<Record<DescriptionSize, Room>> = {
  long: { keys: 260, quote: 240 },
  middling: { keys: 220, quote: 150 },
  short: { keys: 100, quote: 50 },
};

/**
 * What a prompt says about a context, in a size that does not depend on the context's: of a text its length, its lines and its
 * beginning, of a list the kinds of its items and one of them, of an object its keys with their sizes.
 */
export function describeContext(
  variable: REPLVariable,
  value: ContextData,
  language: ReplLanguage,
): ContextDescription {
  const described = describeValue(value, language);
  const type = `Type: ${variable.typeName}${sizeOf(variable, described)}`;
  const render = (size: DescriptionSize): string =>
    [...headOf(variable), type, ...described.content(rooms[size])].join('\n');
  return { long: render('long'), middling: render('middling'), short: render('short') };
}

function describeValue(value: ContextData, language: ReplLanguage): ValueDescription {
  if (isLongText(value)) return describeLines(value.head, value.lines);
  if (typeof value === 'string') {
    return describeLines(value, countLines(value));
  }
  if (value !== null && typeof value === 'object') {
    return describeData(value, language);
  }
  return { sizes: () => [], sample: '', content: () => [`Value: ${JSON.stringify(value)}`] };
}

function headOf({ name, description, constraints }: REPLVariable): readonly string[] {
  return [
    `Variable: \`${name}\``,
    ...(description === '' ? [] : [`Description: ${description}`]),
    ...(constraints === '' ? [] : [`Constraints: ${constraints}`]),
  ];
}

function sizeOf({ totalLength }: REPLVariable, { sizes, sample }: ValueDescription): string {
  const parts = sizes(counted(totalLength, 'character'));
  if (parts.length === 0) return '';
  const tokens = `about ${groupThousands(roundedTokens(totalLength, sample))} tokens`;
  const fits = totalLength <= promptChars ? '; all of it fits one prompt of llm_query' : '';
  return `, ${[...parts, tokens].join(', ')}${fits}`;
}

/** As the helper `lines` counts them: a line end at the end begins no further line. */
function countLines(text: string): number {
  let lines = text === '' || text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

/** An estimate by a sample of the text, to two digits. */
function roundedTokens(totalLength: number, text: string): number {
  const middle = Math.floor(text.length / 2);
  const sample =
    text.length <= 20_000 ? text : text.slice(0, 10_000) + text.slice(middle, middle + 10_000);
  const tokens = sample === '' ? 0 : (estimateTokens(sample) / sample.length) * totalLength;
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(tokens, 1))) - 1);
  return Math.ceil(tokens / unit) * unit;
}
