import { brandOf, type Brand } from './bridge.js';
import {
  dateToText,
  each,
  flagsOf,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  hasOwn,
  isArray,
  keys,
  lookupGetter,
  mapEntries,
  mapSize,
  setSize,
  setValues,
  sourceOf,
  stringify,
  toText,
  typedArrayLength,
  typedArrayName,
  valueOf,
} from './intrinsics.js';
import { headAndTail, headOf, isIdentifier } from './text.js';

const deepest = 5;
const maxItems = 100;
const maxNameChars = 100;

/** How many properties of objects may still be counted: an object may have a hundred thousand, and each is counted. */
export interface Work {
  left: number;
}

/** The work for one value. */
const maxWork = 1_000_000;

/** What is left of the budget of the text that is being made: one at a time, since no code of a cell runs meanwhile. */
let left = 0;
let work: Work = { left: maxWork };

/** A value as people read it (`{ a: 1, b: 'x' }`), at most about `budget` characters; runs no getters. */
export function inspect(
  value: unknown,
  budget: number,
  given: Work = { left: maxWork },
): { text: string; isWhole: boolean } {
  left = budget;
  work = given;
  try {
    const text = render(value, 0);
    return { text: headOf(text, budget), isWhole: text.length <= budget && left >= 0 };
  } catch {
    return { text: '[unprintable]', isWhole: false };
  }
}

/** The result of `typeof`, or the class's name for objects. */
export function typeNameOf(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value !== 'object') return typeof value;
  if (brandOf(value) === 'proxy') return 'Proxy';
  return isArray(value) ? 'Array' : className(value);
}

/** The name of an object's class. Proxies are not asked: not as a prototype, and not as a class. */
export function className(value: object): string {
  const prototype: unknown = getPrototypeOf(value);
  if (typeof prototype !== 'object' || prototype === null || brandOf(prototype) === 'proxy') {
    return 'Object';
  }
  const maker = valueOf(prototype, 'constructor');
  return typeof maker === 'function' ? (nameOf(maker) ?? 'Object') : 'Object';
}

/** The name of a function that has one. */
function nameOf(maker: object): string | undefined {
  const name = brandOf(maker) === 'proxy' ? undefined : valueOf(maker, 'name');
  return typeof name === 'string' && name !== '' ? headOf(name, maxNameChars) : undefined;
}

function render(value: unknown, depth: number): string {
  if (left < 0) return '...';
  switch (typeof value) {
    case 'string': {
      const text = headOf(value, left + 1);
      return spend(depth > 0 ? stringify(text) : text);
    }
    case 'bigint':
      return spend(toText(value) + 'n');
    case 'function':
      return spend('[Function ' + (nameOf(value) ?? '(anonymous)') + ']');
    case 'object':
      return value === null ? spend('null') : renderObject(value, depth, brandOf(value));
    default:
      return spend(toText(value));
  }
}

function spend(text: string): string {
  left -= text.length;
  return text;
}

function renderObject(value: object, depth: number, brand: Brand): string {
  if (brand === 'proxy') return spend('[Proxy]');
  if (brand === 'promise') return spend('Promise { not awaited }');
  if (brand === 'date') return spend(dateText(value as Date));
  if (brand === 'error') return renderError(value, depth);
  const isList = isArray(value);
  if (depth >= deepest) return spend('[' + (isList ? 'Array' : className(value)) + ']');
  const property = (key: string | number): string => renderProperty(value, key, depth);
  if (isList) return renderItems('[', value.length, ']', property);
  if (brand === 'map') {
    const entries = mapEntries(value, maxItems);
    return renderCollection('Map', mapSize(value), (index) => {
      const entry = entries[index];
      return render(entry?.[0], depth + 1) + ' => ' + render(entry?.[1], depth + 1);
    });
  }
  if (brand === 'set') {
    const items = setValues(value, maxItems);
    return renderCollection('Set', setSize(value), (index) => render(items[index], depth + 1));
  }
  if (brand === 'other') {
    const pattern = patternText(value);
    if (pattern !== undefined) return spend(pattern);
    const kind = typedArrayName(value);
    if (kind !== undefined) {
      const length = typedArrayLength(value);
      return renderItems(kind + '(' + toText(length) + ') [', length, ']', property);
    }
  }
  const name = className(value);
  if (work.left < 0) return cutOff('[' + name + ']');
  const names = keys(value);
  work.left -= names.length;
  return renderItems(name === 'Object' ? '{' : name + ' {', names.length, '}', (index) => {
    const key = names[index] ?? '';
    return (isIdentifier(key) ? key : stringify(key)) + ': ' + property(key);
  });
}

/** A text in place of a value that is not looked into; nothing behind it is. */
function cutOff(text: string): string {
  left = -1;
  return text;
}

function renderCollection(kind: string, count: number, item: (index: number) => string): string {
  return renderItems(kind + '(' + toText(count) + ') {', count, '}', item);
}

/** The first items between brackets; braces have a blank inside. */
function renderItems(
  open: string,
  count: number,
  close: string,
  item: (index: number) => string,
): string {
  left -= open.length + 1;
  if (count === 0) return open + close;
  const blank = close === '}' ? ' ' : '';
  let text = open + blank;
  for (let index = 0; index < count; index++) {
    if (index > 0) text += ', ';
    if (index >= maxItems || left < 0) {
      text += '... ' + toText(count - index) + ' more';
      break;
    }
    text += item(index);
  }
  return text + blank + close;
}

function renderProperty(value: object, key: string | number, depth: number): string {
  if (!hasOwn(value, key)) return 'empty';
  if (lookupGetter(value, key) !== undefined) return '[Getter]';
  const part = (value as Record<string | number, unknown>)[key];
  // A property that can be set only has no getter, and reads as undefined.
  const isSetter =
    part === undefined && !hasOwn(getOwnPropertyDescriptor(value, key) ?? {}, 'value');
  return isSetter ? '[Getter]' : render(part, depth + 1);
}

function dateText(value: Date): string {
  try {
    return dateToText(value);
  } catch {
    return 'Invalid Date';
  }
}

/** A regular expression as code writes it; undefined for anything else. */
function patternText(value: object): string | undefined {
  try {
    return '/' + sourceOf(value) + '/' + flagsOf(value);
  } catch {
    return undefined;
  }
}

function renderError(value: object, depth: number): string {
  const message = valueOf(value, 'message');
  const text = spend(className(value) + ': ' + (typeof message === 'string' ? message : ''));
  const reasons = renderReasons(value, depth);
  return reasons === '' ? text : text + ' ' + reasons;
}

const reasonNames = ['cause', 'errors'];
const maxReasonChars = 2_000;

/** What an error was caused by, and the errors that it stands for, in braces; empty if there are none. */
function renderReasons(value: object, depth: number): string {
  let text = '';
  each(reasonNames, (name) => {
    const reason = valueOf(value, name);
    if (reason === undefined) return;
    text += (text === '' ? '{ ' : ', ') + spend(name + ': ');
    text += depth >= deepest ? '...' : render(reason, depth + 1);
  });
  return text === '' ? '' : text + ' }';
}

/** {@link renderReasons} of an error that is thrown, cut at some length. */
function reasonsOf(error: object): string {
  left = maxReasonChars;
  work = { left: maxWork };
  const text = renderReasons(error, 0);
  return text.length > maxReasonChars ? headOf(text, maxReasonChars) + '...' : text;
}

/**
 * The text of a cell's completion value, which QuickJS returns as `{ value }`: at most about `most` characters, head
 * and tail of a long text; empty for undefined. A text is in quotes, except the result of SHOW_VARS (`listing`). Runs
 * no getters.
 */
export function showValue(completion: object, most: number, listing: string | undefined): string {
  try {
    const value = valueOf(completion, 'value');
    if (value === undefined) return '';
    if (typeof value !== 'string') return showInspected(value, most);
    return headAndTail(value, most, value === listing ? toText : stringify);
  } catch {
    return 'a value that cannot be shown';
  }
}

/** A value as people read it, at most about `most` characters, with a note if something is missing. */
function showInspected(value: unknown, most: number): string {
  const { text, isWhole } = inspect(value, most);
  return isWhole ? text : text + '\n... (the rest is left out) ...';
}

const maxErrorChars = 4_000;

/** A thrown value as JSON text of `{ type, message, stack }`. It never throws, whatever the value is. */
export function describeError(value: unknown): string {
  try {
    if (typeof value !== 'object' || value === null || brandOf(value) !== 'error') {
      return errorText('Error', showInspected(value, maxErrorChars), '');
    }
    const { name, message, stack } = value as Error;
    const reasons = reasonsOf(value);
    const said = toText(message);
    return errorText(
      headOf(toText(name), 100),
      said === '' || reasons === '' ? said + reasons : said + ' ' + reasons,
      typeof stack === 'string' ? stack : '',
    );
  } catch {
    return errorText('Error', '[an error that cannot be shown]', '');
  }
}

function errorText(type: string, message: string, stack: string): string {
  return stringify({
    __proto__: null,
    type,
    message: headAndTail(message, maxErrorChars),
    stack: headAndTail(stack, maxErrorChars),
  });
}
