import { ContextError } from '@rlm/repl-types';
import { DataError, keepData, messageOf, refuseOption } from '@rlm/repl-types/internal';
import type { JsonValue } from '@rlm/sandbox';
import { defaultLimits } from '@rlm/sandbox/internal';

import type { ContextData, ContextValue, NamedContext } from './context-value.js';
import type { ContextPlace } from './context-place.js';
import { isSource, isStream } from './is-source.js';
import { readContextValue } from './read-context.js';

/** A context under its variable's name, to be read when its session opens. */
export interface ContextSource {
  readonly name: string;
  /** The option that it is. */
  readonly option: string;
  readonly description: string;
  readonly constraints: string;
  /** Gives the value again, if it is data: nothing of it is kept but its JSON text. */
  readonly data?: (() => JsonValue) | undefined;
  /** Reads the value; a stream gives it once, and throws `ContextError` when asked again. */
  read(abortSignal: AbortSignal): Promise<ContextData>;
  /** Reads the value and keeps it, until it is read. */
  readAhead(abortSignal: AbortSignal): Promise<ContextData>;
}

/**
 * A source over a value that the caller passed in; of a stream's text nothing is kept. Data is walked here, before anything else
 * looks at it, and is what it was then.
 *
 * @throws InvalidOptionError for data that JSON cannot hold, with its path
 */
export function contextSource(
  name: string,
  context: NamedContext,
  place: ContextPlace,
): ContextSource {
  let used = false;
  let ahead: Promise<ContextData> | undefined;
  const value: ContextValue = context.value;
  const data = dataOf(value, place);
  return {
    name,
    option: place.option,
    description: context.description ?? '',
    constraints: context.constraints ?? '',
    data,
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
      if (data !== undefined) return data();
      if (used && isStream(value)) {
        throw new ContextError(
          name,
          'its stream was read already, and a new session needs it again',
        );
      }
      used = true;
      return readContextValue(name, value, place, abortSignal);
    },
  };
}

/** Undefined for what is to be read later. */
function dataOf(
  value: unknown,
  { option, sandboxLimits }: ContextPlace,
): (() => JsonValue) | undefined {
  const maxDepth = sandboxLimits?.maxValueDepth ?? defaultLimits.maxValueDepth;
  try {
    if (isSource(value)) return undefined;
    return keepData(value, option, { maxDepth }) as () => JsonValue;
  } catch (error) {
    const message = DataError.isInstance(error)
      ? error.message
      : `${option} cannot be read: ${messageOf(error)}`;
    throw refuseOption({ option, message: `${message}.` });
  }
}
