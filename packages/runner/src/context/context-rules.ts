import { fields, required, rule, text, type OptionRule } from '@rlm/repl-types/options';
import { recordOf } from '@rlm/repl-types/internal';

import type { NamedContext } from './context-value.js';
import { isBlob, isStream } from './read-context.js';

/**
 * The rule for a context. Refuses what JSON would turn into something else without a word: bytes, a Map or a Set, a function, a
 * Node stream, a promise.
 */
export const contextRule: OptionRule = /* @__PURE__ */ rule(
  'text, JSON data, a Blob or a ReadableStream (for a Node stream use Readable.toWeb, for bytes new Blob([bytes]))',
  isContext,
);

/** The rule for contexts by their names. */
export const contextsRule = (): OptionRule =>
  recordOf(
    fields<NamedContext>({ value: required(contextRule), description: text, constraints: text }),
  );

function isContext(value: unknown): boolean {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true;
    case 'number':
      return Number.isFinite(value);
    case 'object':
      return value === null || isBlob(value) || isStream(value) || isData(value);
    default:
      return false;
  }
}

function isData(value: object): boolean {
  if (Array.isArray(value)) return true;
  // By its tag, not its prototype: an object may come from another realm.
  const isObject = Object.prototype.toString.call(value) === '[object Object]';
  return isObject && !('then' in value && typeof value.then === 'function') && !isNodeStream(value);
}

function isNodeStream(value: object): boolean {
  return 'pipe' in value && typeof value.pipe === 'function';
}
