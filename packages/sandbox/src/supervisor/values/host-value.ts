import { SandboxError } from '../../contract/errors.js';
import { rejected, requireShape, requireSize, type ValueLimits } from './json-text.js';
import { tooDeep, tooLarge, tooManyNodes } from './measure-json.js';
import { thrownText } from './thrown-text.js';

/**
 * Makes JSON text of a host's value: of one that is set, of a host function's result, of an answer that the host gives.
 * Nothing becomes something else without a word:
 *
 * - a Date is its ISO text, a Map an object, a Set an array, a bigint a number; what has `toJSON` is what that gives
 * - `undefined` is null; in an object it is left out, as functions and symbols are
 * - NaN, Infinity, a bigint that no number holds, an invalid Date, a function or a symbol elsewhere are refused, as are
 *   values that contain themselves, and those that are too deep, too large or of too many parts
 *
 * @param name What the value is called in the error.
 * @throws SandboxError `value_rejected`
 */
export function toJsonText(value: unknown, limits: ValueLimits, name = 'the value'): string {
  if (value === undefined) return 'null';
  let text: string | undefined;
  try {
    const isPlain = inspect(value, limits, name);
    text = (JSON.stringify as Stringify)(value, isPlain ? undefined : createTranslate(limits));
    // What a `toJSON` gave has not been measured yet.
    if (!isPlain && text !== undefined) requireShape(text, limits);
  } catch (cause) {
    if (cause instanceof SandboxError) throw cause;
    throw refusal(`${name} is no JSON data: ${thrownText(cause)}`, cause);
  }
  if (text === undefined) throw refusal(`${name} is ${typeof value}, not JSON data`);
  requireSize(text, limits);
  return text;
}

type Replacer = (this: unknown, key: string, value: unknown) => unknown;
type Stringify = (value: unknown, replacer?: Replacer) => string | undefined;

/**
 * Refuses what JSON has no word for, and what is over the limits before any of it is written; tells whether the rest is what
 * `JSON.stringify` takes as it is.
 */
function inspect(value: unknown, limits: ValueLimits, name: string): boolean {
  let isPlain = true;
  let seen = 0;
  let nodes = 0;
  let characters = 0;
  // Where objects point at each other they are looked at once a level, and written as often as there are ways to them.
  let level = new Map<unknown, number>([[[value], 1]]);
  for (let depth = 0; level.size > 0; depth++) {
    if (depth > limits.valueDepth) throw rejected(tooDeep(limits));
    const next = new Map<unknown, number>();
    for (const [parent, ways] of level) {
      requireShort(parent, limits);
      if (needsTranslation(parent)) isPlain = false;
      if (hasToJson(parent)) continue;
      const isList = Array.isArray(parent);
      const keys = keysOf(parent);
      if (2 * keys.length > limits.valueNodes) throw rejected(tooManyNodes(limits));
      characters += ways * keys.reduce<number>((sum, key) => sum + lengthOfText(key), 0);
      for (const child of childrenOf(parent, keys)) {
        nodes += isList ? ways : 2 * ways;
        if (++seen > limits.valueNodes) throw rejected(tooManyNodes(limits));
        const fault = faultOf(child, isList);
        if (fault !== undefined) throw refusal(`${pathTo(value, child, name)} is ${fault}`);
        if (typeof child === 'bigint') isPlain = false;
        characters += ways * lengthOfText(child);
        if (typeof child === 'object' && child !== null) {
          next.set(child, (next.get(child) ?? 0) + ways);
        }
      }
    }
    level = next;
  }
  if (nodes > limits.valueNodes) throw rejected(tooManyNodes(limits));
  if (characters > limits.valueBytes) throw rejected(tooLarge(characters, limits.valueBytes));
  return isPlain;
}

/** Refuses a list, also one of bytes or of holes, by its length: what stands in it would be copied before it is counted. */
function requireShort(value: unknown, limits: ValueLimits): void {
  if (lengthOf(value) > limits.valueNodes) throw rejected(tooManyNodes(limits));
}

function lengthOf(value: unknown): number {
  if (value instanceof Map || value instanceof Set) return value.size;
  if (Array.isArray(value)) return value.length;
  return ArrayBuffer.isView(value) ? value.byteLength : 0;
}

/** The keys that JSON writes: none of lists. */
function keysOf(parent: unknown): readonly unknown[] {
  if (parent instanceof Map) return [...parent.keys()];
  return Array.isArray(parent) || parent instanceof Set ? [] : Object.keys(parent as object);
}

function lengthOfText(value: unknown): number {
  return typeof value === 'string' ? value.length : 0;
}

function needsTranslation(value: unknown): boolean {
  return value instanceof Map || value instanceof Set || hasToJson(value);
}

/** Whether a value says itself what its data are; its own parts are then nobody's business. */
function hasToJson(value: unknown): boolean {
  return typeof (value as { toJSON?: unknown }).toJSON === 'function';
}

function childrenOf(parent: unknown, keys: readonly unknown[]): Iterable<unknown> {
  if (parent instanceof Map || parent instanceof Set) return parent.values();
  const record = parent as Readonly<Record<string, unknown>>;
  return Array.isArray(parent) ? Object.values(record) : keys.map((key) => record[key as string]);
}

/** What is wrong with a single value, in words that follow `is`. */
function faultOf(value: unknown, isInList: boolean): string | undefined {
  switch (typeof value) {
    case 'number':
      return Number.isFinite(value)
        ? undefined
        : `${value}, which JSON cannot hold: use null or a text`;
    case 'bigint':
      return Number.isSafeInteger(Number(value))
        ? undefined
        : 'a bigint that no number holds: use a text';
    case 'function':
    case 'symbol':
      return isInList ? `a ${typeof value}, not JSON data` : undefined;
    case 'object':
      return value instanceof Date && Number.isNaN(value.getTime()) ? 'an invalid Date' : undefined;
    default:
      return undefined;
  }
}

/** Writes what `JSON.stringify` would lose; checks and counts what a `toJSON` made. */
function createTranslate(limits: ValueLimits): Replacer {
  let nodes = 0;
  let characters = 0;
  return function translate(key, value) {
    const fault = faultOf(value, Array.isArray(this));
    if (fault !== undefined) throw refusal(`${key === '' ? 'the value' : key} is ${fault}`);
    requireShort(value, limits);
    if (++nodes > limits.valueNodes) throw rejected(tooManyNodes(limits));
    characters += lengthOfText(value);
    if (characters > limits.valueBytes) throw rejected(tooLarge(characters, limits.valueBytes));
    if (typeof value === 'bigint') return Number(value);
    if (value instanceof Map) return Object.fromEntries<unknown>(value);
    return value instanceof Set ? [...(value as Set<unknown>)] : value;
  };
}

/** Where in a value one of its parts stands: `value.rows[3].price`. Looked for only when there is something to say of it. */
function pathTo(root: unknown, part: unknown, name: string): string {
  let level = new Map<unknown, string>([[root, name]]);
  while (level.size > 0) {
    const next = new Map<unknown, string>();
    for (const [parent, path] of level) {
      if (Object.is(parent, part)) return path;
      if (typeof parent !== 'object' || parent === null) continue;
      const entries = parent instanceof Map ? [...parent] : Object.entries(parent);
      for (const [key, child] of entries as [unknown, unknown][]) {
        const step = Array.isArray(parent) ? `[${String(key)}]` : `.${String(key)}`;
        if (!next.has(child)) next.set(child, path + step);
      }
    }
    level = next;
  }
  return `a part of ${name}`;
}

function refusal(message: string, cause?: unknown): SandboxError {
  return new SandboxError('value_rejected', message, cause === undefined ? {} : { cause });
}
