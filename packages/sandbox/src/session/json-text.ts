import type { JsonValue } from '@rlm/repl-types';

import { SandboxError } from '../contract/errors.js';
import type { SandboxLimits } from '../contract/limits.js';

/** The limits that a crossing value is held to. */
export type ValueLimits = Pick<
  SandboxLimits,
  'maxValueBytes' | 'maxValueDepth' | 'maxValueNodes' | 'maxValueDigits'
>;

/**
 * Parses JSON text that a child made, under limits of size (UTF-8 bytes), depth, parts and digits that are
 * checked before the parser runs.
 *
 * @throws SandboxError `value_rejected`
 */
export function parseJsonText(text: string, limits: ValueLimits): JsonValue {
  requireSize(text, limits);
  requireShape(text, limits);
  try {
    return JSON.parse(text) as JsonValue;
  } catch (cause) {
    throw new SandboxError('value_rejected', 'a value from the child is not JSON text', { cause });
  }
}

const { Buffer } = globalThis as { readonly Buffer?: BufferConstructor };

/** Bytes of a text in UTF-8, in Node.js without a copy of it; lone surrogates count three, as their replacement does. */
export function utf8Length(text: string): number {
  return Buffer?.byteLength(text) ?? new TextEncoder().encode(text).length;
}

/** @throws SandboxError `value_rejected` for JSON text that is too large */
export function requireSize(text: string, { maxValueBytes }: ValueLimits): void {
  if (text.length * 3 <= maxValueBytes) return;
  const bytes = text.length > maxValueBytes ? text.length : utf8Length(text);
  if (bytes > maxValueBytes) throw rejected(tooLarge(bytes, maxValueBytes));
}

/** @throws SandboxError `value_rejected` for JSON text that is too deep, or has too many parts or digits */
export function requireShape(text: string, limits: ValueLimits): void {
  const fault = findValueFault(text, limits);
  if (fault !== undefined) throw rejected(fault);
}

/** The error for a value over a limit; `fault` describes it. */
export function rejected(fault: string): SandboxError {
  return new SandboxError('value_rejected', `a value ${fault}`);
}

/** The limits of a value's shape. */
export type ShapeLimits = Pick<SandboxLimits, 'maxValueDepth' | 'maxValueNodes' | 'maxValueDigits'>;

/**
 * The number of characters outside of texts that count as one part. They limit the pass itself, and the cost of digits.
 * Numbers as JavaScript and Python write them are shorter, so children need not count any.
 */
const charsOfNode = 25;

/**
 * Measures JSON text before it is parsed: nesting, parts (scalars, lists, objects, keys), digits of one number. One
 * pass, which ends at the first fault, so that the work is bounded for any text. Returns what is wrong, in words that
 * follow "a value", or undefined. Invalid JSON is measured too.
 */
export function findValueFault(text: string, limits: ShapeLimits): string | undefined {
  const { maxValueDepth, maxValueNodes, maxValueDigits } = limits;
  let depth = 0;
  let nodes = 0;
  let loose = 0;
  for (let index = 0; index < text.length; index++) {
    switch (text.charCodeAt(index)) {
      case 0x22:
        index = endOfString(text, index);
        nodes++;
        break;
      case 0x5b:
      case 0x7b:
        if (++depth > maxValueDepth) return tooDeep(limits);
        nodes++;
        break;
      case 0x5d:
      case 0x7d:
        depth--;
        break;
      case 0x2c:
      case 0x3a:
        break;
      case 0x20:
      case 0x09:
      case 0x0a:
      case 0x0d:
        if (++loose % charsOfNode === 0) nodes++;
        break;
      default: {
        const end = endOfWord(text, index, maxValueDigits);
        const length = end - index;
        if (length > maxValueDigits) return tooManyDigits(limits);
        nodes += nodesOfNumber(length);
        index = end - 1;
      }
    }
    if (nodes > maxValueNodes) return tooManyNodes(limits);
  }
  return undefined;
}

/** How often a number with this many characters counts. */
function nodesOfNumber(characters: number): number {
  return 1 + Math.floor(characters / charsOfNode);
}

/** The fault of a value of at least a number of bytes. */
export function tooLarge(bytes: number, maxValueBytes: number): string {
  return `is too large: ${bytes} bytes or more as JSON, over ${maxValueBytes} (limit maxValueBytes): pass on less, or in parts`;
}

/** The fault of a value that is too deep, or endless. */
function tooDeep({ maxValueDepth }: Pick<ShapeLimits, 'maxValueDepth'>): string {
  return `is cyclic or nested deeper than ${maxValueDepth} (limit maxValueDepth): flatten it, or pass on a text`;
}

/** The fault of a value with too many parts. */
export function tooManyNodes({ maxValueNodes }: Pick<ShapeLimits, 'maxValueNodes'>): string {
  return `has more than ${maxValueNodes} parts (scalars, lists, objects, keys; limit maxValueNodes): pass on less, or one text`;
}

/** The fault of a value with a number that is too long. */
function tooManyDigits({ maxValueDigits }: Pick<ShapeLimits, 'maxValueDigits'>): string {
  return `has a number of more than ${maxValueDigits} digits (limit maxValueDigits): pass it on as a text`;
}

/** The index of the quote that ends the text which starts at `start`. */
function endOfString(text: string, start: number): number {
  const end = text.indexOf('"', start + 1);
  if (end === -1) return text.length;
  if (text.charCodeAt(end - 1) !== 0x5c) return end;
  // A quote after a backslash: there may be millions, each too near for a search to pay off.
  let index = start + 1;
  for (; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit === 0x5c) index++;
    else if (unit === 0x22) break;
  }
  return index;
}

/** The index after a number or a literal, or after the number of characters at which it is too long. */
function endOfWord(text: string, start: number, most: number): number {
  let index = start + 1;
  for (; index < text.length && index - start <= most; index++) {
    const unit = text.charCodeAt(index);
    if (unit === 0x2c || unit === 0x5d || unit === 0x7d || unit === 0x3a) break;
    if (unit === 0x22 || unit === 0x5b || unit === 0x7b || unit <= 0x20) break;
  }
  return index;
}
