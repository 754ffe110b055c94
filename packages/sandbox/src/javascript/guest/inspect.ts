import {
  dateToText,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  isArray,
  mapEntries,
  mapSize,
  setSize,
  setValues,
  slice,
  stringify,
  toText,
  typedArrayLength,
  typedArrayName,
} from './intrinsics.js';
import { brandOf } from './brand.js';
import { isIdentifier } from './identifier.js';
import { forgetNames, ownNames } from './own-names.js';

const deepest = 5;
const maxItems = 100;

/** A value as people read it (`{ a: 1, b: 'x' }`), at most about `budget` characters; runs no getters. */
export function inspect(value: unknown, budget: number): { text: string; isWhole: boolean } {
  const state = { left: budget };
  try {
    const text = render(value, 0, state);
    return { text: slice(text, 0, budget), isWhole: state.left >= 0 && text.length <= budget };
  } catch {
    return { text: '[unprintable]', isWhole: false };
  } finally {
    forgetNames();
  }
}

/** The result of `typeof`, or the class's name for objects. */
export function typeNameOf(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value !== 'object') return typeof value;
  if (brandOf(value) === 'proxy') return 'Proxy';
  return isArray(value) ? 'Array' : className(value);
}

function className(value: object): string {
  try {
    const prototype: unknown = getPrototypeOf(value);
    if (typeof prototype !== 'object' || prototype === null) return 'Object';
    const maker: unknown = getOwnPropertyDescriptor(prototype, 'constructor')?.value;
    if (typeof maker !== 'function') return 'Object';
    const name: unknown = getOwnPropertyDescriptor(maker, 'name')?.value;
    return typeof name === 'string' && name !== '' ? slice(name, 0, 100) : 'Object';
  } catch {
    return 'Object';
  }
}

function render(value: unknown, depth: number, state: { left: number }): string {
  if (state.left < 0) return '...';
  switch (typeof value) {
    case 'string':
      return spend(quote(value, depth, state.left), state);
    case 'bigint':
      return spend(`${toText(value)}n`, state);
    case 'function':
      return spend(`[Function ${functionName(value)}]`, state);
    case 'object':
      return value === null ? spend('null', state) : renderObject(value, depth, state);
    default:
      return spend(toText(value), state);
  }
}

function renderObject(value: object, depth: number, state: { left: number }): string {
  const brand = brandOf(value);
  if (brand === 'proxy') return spend('[Proxy]', state);
  if (brand === 'promise') return spend('Promise { not awaited }', state);
  if (brand === 'date') return spend(dateText(value as Date), state);
  if (brand === 'error') return spend(errorText(value), state);
  if (depth >= deepest) return spend(isArray(value) ? '[Array]' : `[${className(value)}]`, state);
  if (isArray(value)) {
    return renderList('[', ']', value.length, state, (index) =>
      renderProperty(value, index, depth, state),
    );
  }
  if (brand === 'map') {
    const entries = mapEntries(value as Map<unknown, unknown>, maxItems);
    const size = mapSize(value as Map<unknown, unknown>);
    return renderList(`Map(${size}) {`, '}', size, state, (index) => {
      const entry = entries[index];
      return `${render(entry?.[0], depth + 1, state)} => ${render(entry?.[1], depth + 1, state)}`;
    });
  }
  if (brand === 'set') {
    const items = setValues(value as Set<unknown>, maxItems);
    const size = setSize(value as Set<unknown>);
    return renderList(`Set(${size}) {`, '}', size, state, (index) =>
      render(items[index], depth + 1, state),
    );
  }
  const kind = typedArrayName(value);
  if (kind !== undefined) {
    const length = typedArrayLength(value);
    return renderList(`${kind}(${length}) [`, ']', length, state, (index) =>
      renderProperty(value, index, depth, state),
    );
  }
  const names = ownNames(value);
  const name = className(value);
  const open = name === 'Object' ? '{' : `${name} {`;
  return renderList(open, '}', names.length, state, (index) => {
    const key = names[index] ?? '';
    const label = isIdentifier(key) ? key : stringify(key);
    return `${label}: ${renderProperty(value, key, depth, state)}`;
  });
}

function renderProperty(
  value: object,
  key: string | number,
  depth: number,
  state: { left: number },
): string {
  const descriptor = getOwnPropertyDescriptor(value, key);
  if (descriptor === undefined) return 'empty';
  if (!('value' in descriptor)) return '[Getter]';
  return render(descriptor.value, depth + 1, state);
}

function renderList(
  open: string,
  close: string,
  count: number,
  state: { left: number },
  item: (index: number) => string,
): string {
  if (count === 0) return spend(open + close, state);
  const isBracket = close === ']';
  let text = isBracket ? open : `${open} `;
  spend(open + close, state);
  for (let index = 0; index < count; index++) {
    if (index > 0) text += ', ';
    if (index >= maxItems || state.left < 0) {
      text += `... ${count - index} more`;
      break;
    }
    text += item(index);
  }
  return isBracket ? text + close : `${text} ${close}`;
}

function quote(text: string, depth: number, left: number): string {
  const cut = text.length > left + 1 ? slice(text, 0, left + 1) : text;
  return depth === 0 ? cut : stringify(cut);
}

function functionName(value: object): string {
  const name: unknown = getOwnPropertyDescriptor(value, 'name')?.value;
  return typeof name === 'string' && name !== '' ? slice(name, 0, 100) : '(anonymous)';
}

function dateText(value: Date): string {
  try {
    return dateToText(value);
  } catch {
    return 'Invalid Date';
  }
}

function errorText(value: object): string {
  const message: unknown = getOwnPropertyDescriptor(value, 'message')?.value;
  return `${className(value)}: ${typeof message === 'string' ? message : ''}`;
}

function spend(text: string, state: { left: number }): string {
  state.left -= text.length;
  return text;
}
