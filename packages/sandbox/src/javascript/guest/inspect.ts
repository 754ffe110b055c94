import {
  dateToText,
  each,
  getOwnPropertyDescriptor,
  hasOwn,
  isArray,
  lookupGetter,
  mapEntries,
  mapSize,
  patternText,
  setSize,
  setValues,
  slice,
  stringify,
  toText,
  typedArrayLength,
  typedArrayName,
} from './intrinsics.js';
import type { Brand } from './bridge.js';
import { brandOf } from './brand.js';
import { className, forgetClass, functionText, sharedClassName, valueOf } from './class-name.js';
import { labelOf } from './labels.js';
import { offPair } from './off-pair.js';
import { forgetNames, ownNames } from './own-names.js';

const deepest = 5;
const maxItems = 100;

/** What is left of the budget of the text that is being made: one at a time, since no code of a cell runs meanwhile. */
let left = 0;
/** Whether the value is known to be plain data to its last part. */
let isData = false;

/**
 * A value as people read it (`{ a: 1, b: 'x' }`), at most about `budget` characters; runs no getters.
 *
 * @param brand The value's, if it is an object and its brand is known.
 * @param isPlainData Whether it is known to be plain data to its last part: arrays and objects without getters and holes.
 */
export function inspect(
  value: unknown,
  budget: number,
  brand?: Brand,
  isPlainData = false,
): { text: string; isWhole: boolean } {
  left = budget;
  isData = isPlainData;
  try {
    const text = render(value, 0, brand);
    const isShort = text.length <= budget;
    return {
      text: isShort ? text : slice(text, 0, offPair(text, budget)),
      isWhole: isShort && left >= 0,
    };
  } catch {
    return { text: '[unprintable]', isWhole: false };
  } finally {
    forgetNames();
    forgetClass();
  }
}

/** The result of `typeof`, or the class's name for objects; `brand` is the object's if it is known. */
export function typeNameOf(value: unknown, brand?: Brand): string {
  if (value === null) return 'null';
  if (typeof value !== 'object') return typeof value;
  if ((brand ?? brandOf(value)) === 'proxy') return 'Proxy';
  return isArray(value) ? 'Array' : className(value);
}

function render(value: unknown, depth: number, brand?: Brand): string {
  if (left < 0) return '...';
  let text: string;
  switch (typeof value) {
    case 'string':
      text = value.length > left + 1 ? slice(value, 0, offPair(value, left + 1)) : value;
      if (depth > 0) text = stringify(text);
      break;
    case 'bigint':
      text = toText(value) + 'n';
      break;
    case 'function':
      text = functionText(value);
      break;
    case 'object':
      if (value !== null)
        return renderObject(value, depth, brand ?? (isData ? 'plain' : brandOf(value)));
      text = 'null';
      break;
    default:
      text = toText(value);
  }
  left -= text.length;
  return text;
}

function renderObject(value: object, depth: number, brand: Brand): string {
  if (brand === 'proxy') return spend('[Proxy]');
  if (brand === 'promise') return spend('Promise { not awaited }');
  if (brand === 'date') return spend(dateText(value as Date));
  if (brand === 'error') return renderError(value, depth);
  const isList = isArray(value);
  if (depth >= deepest) return spend(isList ? '[Array]' : '[' + className(value) + ']');
  if (isList) return renderArray(value, '[', value.length, depth);
  if (brand === 'map') return renderMap(value as Map<unknown, unknown>, depth);
  if (brand === 'set') return renderSet(value as Set<unknown>, depth);
  const pattern = brand === 'other' ? patternText(value) : undefined;
  if (pattern !== undefined) return spend(pattern);
  const kind = brand === 'plain' ? undefined : typedArrayName(value);
  if (kind !== undefined) {
    const length = typedArrayLength(value);
    return renderArray(value, kind + '(' + toText(length) + ') [', length, depth);
  }
  const names = ownNames(value);
  const name = sharedClassName(value);
  const open = name === 'Object' ? '{' : name + ' {';
  // As in `renderItems`, whose function for each item makes a large object a tenth slower.
  const count = names.length;
  left -= open.length + 1;
  if (count === 0) return open + '}';
  let text = open + ' ';
  for (let index = 0; index < count; index++) {
    if (index > 0) text += ', ';
    if (index >= maxItems || left < 0) return text + more(count - index) + ' }';
    const key = names[index] ?? '';
    text += labelOf(key) + ': ' + renderProperty(value, key, depth);
  }
  return text + ' }';
}

function renderArray(value: object, open: string, count: number, depth: number): string {
  left -= open.length + 1;
  let text = open;
  for (let index = 0; index < count; index++) {
    if (index > 0) text += ', ';
    if (index >= maxItems || left < 0) return text + more(count - index) + ']';
    const part = isData ? (value as readonly unknown[])[index] : undefined;
    if (typeof part === 'number') {
      const shown = toText(part);
      left -= shown.length;
      text += shown;
    } else text += renderProperty(value, index, depth);
  }
  return text + ']';
}

function renderMap(value: Map<unknown, unknown>, depth: number): string {
  const entries = mapEntries(value, maxItems);
  return renderItems('Map', mapSize(value), (index) => {
    const entry = entries[index];
    return render(entry?.[0], depth + 1) + ' => ' + render(entry?.[1], depth + 1);
  });
}

function renderSet(value: Set<unknown>, depth: number): string {
  const items = setValues(value, maxItems);
  return renderItems('Set', setSize(value), (index) => render(items[index], depth + 1));
}

function renderItems(kind: string, count: number, item: (index: number) => string): string {
  const open = kind + '(' + toText(count) + ') {';
  left -= open.length + 1;
  if (count === 0) return open + '}';
  let text = open + ' ';
  for (let index = 0; index < count; index++) {
    if (index > 0) text += ', ';
    if (index >= maxItems || left < 0) return text + more(count - index) + ' }';
    text += item(index);
  }
  return text + ' }';
}

function more(count: number): string {
  return '... ' + toText(count) + ' more';
}

function renderProperty(value: object, key: string | number, depth: number): string {
  if (isData) return render((value as Record<string | number, unknown>)[key], depth + 1);
  if (!hasOwn(value, key)) return 'empty';
  if (lookupGetter(value, key) !== undefined) return '[Getter]';
  const part = (value as Record<string | number, unknown>)[key];
  // A property that can be set only has no getter, and reads as undefined.
  if (part === undefined && !isValue(value, key)) return '[Getter]';
  return render(part, depth + 1);
}

function isValue(value: object, key: string | number): boolean {
  return hasOwn(getOwnPropertyDescriptor(value, key) ?? {}, 'value');
}

function dateText(value: Date): string {
  try {
    return dateToText(value);
  } catch {
    return 'Invalid Date';
  }
}

function renderError(value: object, depth: number): string {
  const message = valueOf(value, 'message');
  const head = className(value) + ': ';
  const text = spend(typeof message === 'string' ? head + message : head);
  const reasons = renderReasons(value, depth);
  return reasons === '' ? text : text + ' ' + reasons;
}

/** What an error was caused by, and the errors that it stands for, in braces; empty if there are none. */
function renderReasons(value: object, depth: number): string {
  let text = '';
  each(reasons, (name) => {
    const reason = valueOf(value, name);
    if (reason === undefined) return;
    text += text === '' ? '{ ' : ', ';
    left -= name.length + 4;
    text += name + ': ' + (depth >= deepest ? '...' : render(reason, depth + 1));
  });
  return text === '' ? '' : text + ' }';
}

const reasons = ['cause', 'errors'];
const maxReasonChars = 2_000;

/** {@link renderReasons} of an error that is thrown, cut at some length. */
export function reasonsOf(error: object): string {
  left = maxReasonChars;
  isData = false;
  const text = renderReasons(error, 0);
  forgetNames();
  forgetClass();
  return text.length > maxReasonChars ? slice(text, 0, maxReasonChars) + '...' : text;
}

function spend(text: string): string {
  left -= text.length;
  return text;
}
