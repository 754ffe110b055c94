import { fields, required, text, type OptionRule } from '@rlm/repl-types/options';
import { advised, messageOf, recordOf, unexpected } from '@rlm/repl-types/internal';

import type { NamedContext } from './context-value.js';
import { isSource } from './is-source.js';

const expected =
  'text, JSON data, a Blob or a ReadableStream (for a Node stream use Readable.toWeb, for bytes new Blob([bytes]))';

/**
 * The rule for a context as a whole: refuses bytes, a function, a Node stream, a promise. Its parts are looked at when it is taken
 * (see `contextSource`).
 */
export const contextRule: OptionRule = {
  expected,
  isNeverUndefined: true,
  find(value, option) {
    try {
      return isContext(value) ? undefined : unexpected(option, expected, value);
    } catch (error) {
      return { option, message: `${option} cannot be read: ${messageOf(error)}` };
    }
  },
};

/** The rule for contexts by their names. */
export const contextsRule = (): OptionRule => ({ ...eachContext(), isNeverUndefined: true });

const eachContext = (): OptionRule =>
  recordOf(
    advised(
      fields<NamedContext>({ value: required(contextRule), description: text, constraints: text }),
      (value) => `Pass { value: ${typeof value === 'string' ? 'the text' : 'it'} }.`,
    ),
  );

function isContext(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value === 'function' || typeof value === 'symbol') return false;
  if (typeof value !== 'object' || value === null || isSource(value)) return true;
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return false;
  return !hasMethod(value, 'then') && !hasMethod(value, 'pipe');
}

function hasMethod(value: object, name: string): boolean {
  return typeof (value as Readonly<Record<string, unknown>>)[name] === 'function';
}
