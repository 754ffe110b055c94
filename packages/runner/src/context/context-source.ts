import type { JsonValue } from '@rlm/sandbox';

import { ContextError } from '../errors.js';
import type { ContextValue, NamedContext } from './context-value.js';
import { isStream, readContextValue } from './read-context.js';

/** A context under its variable's name, to be read when its session opens. */
export interface ContextSource {
  readonly name: string;
  readonly description: string;
  readonly constraints: string;
  /** Reads the value; a stream gives it once, and throws `ContextError` when asked again. */
  read(abortSignal: AbortSignal): Promise<JsonValue>;
  /** Reads the value and keeps it, until it is read. */
  readAhead(abortSignal: AbortSignal): Promise<JsonValue>;
}

/** A source over a value that the caller passed in; of a stream's text nothing is kept. */
export function contextSource(name: string, context: NamedContext): ContextSource {
  let used = false;
  let ahead: Promise<JsonValue> | undefined;
  const value: ContextValue = context.value;
  return {
    name,
    description: context.description ?? '',
    constraints: context.constraints ?? '',
    readAhead(abortSignal) {
      ahead ??= this.read(abortSignal);
      return ahead;
    },
    async read(abortSignal) {
      if (ahead !== undefined) {
        const value = await ahead;
        ahead = undefined;
        return value;
      }
      if (used && isStream(value)) {
        throw new ContextError(
          name,
          'its stream was read already, and a new session needs it again',
        );
      }
      used = true;
      return readContextValue(name, value, abortSignal);
    },
  };
}
