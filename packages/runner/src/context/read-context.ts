import { InvalidOptionError, ContextError } from '@rlm/repl-types';
import { rule } from '@rlm/repl-types/options';
import {
  askHook,
  awaitHook,
  groupThousands,
  messageOf,
  refuseOption,
  untilAborted,
  abortHub,
} from '@rlm/repl-types/internal';

import type { LongText } from '@rlm/sandbox';
import { defaultLimits, isLongText } from '@rlm/sandbox/internal';

import type { ContextPlace } from './context-place.js';
import type { ContextValue } from './context-value.js';
import { growText, leastHeldUnits, type GrowingText } from './held-text.js';
import { isBlob, isStream } from './is-source.js';
import { readWhole } from './long-context.js';
import { longestUnits } from './require-room.js';

/**
 * Reads a `Blob` or a stream to the end; a text in a file stays there. A long one becomes no string if the session takes it without.
 *
 * @throws ContextError; InvalidOptionError for more than a session can hold
 */
export async function readContextValue(
  name: string,
  value: ContextValue,
  place: ContextPlace,
  abortSignal: AbortSignal,
): Promise<string | LongText> {
  if (isLongText(value)) {
    return place.sandbox.capabilities.files === undefined ? readWhole(name, value) : value;
  }
  const mostUnits = longestHeld(place);
  const tooMuch = (): Error => tooMuchText(place, mostUnits);
  try {
    // A character takes three bytes at the most for each of its units.
    if (isBlob(value) && value.size > 3 * mostUnits) throw tooMuch();
    const read = (stream: ReadableStream<Uint8Array | string>): Promise<string | LongText> =>
      readStream(stream, growText(mayHold(place)), mostUnits, tooMuch, abortSignal);
    if (isBlob(value) && value.size >= leastHeldUnits && typeof value.stream === 'function') {
      return await read(askHook('stream()', () => value.stream(), streams));
    }
    if (isBlob(value))
      return await untilAborted(
        awaitHook(() => value.text()),
        abortSignal,
      );
    if (isStream(value)) return await read(value);
  } catch (error) {
    if (abortSignal.aborted || InvalidOptionError.isInstance(error)) throw error;
    throw new ContextError(name, `reading it failed: ${messageOf(error)}`, error);
  }
  throw new ContextError(name, 'it is neither a Blob nor a stream');
}

/** Whether a text may be something else than a string: some sessions take strings only, and so does the account of what was read. */
function mayHold({ sandbox, coverage }: ContextPlace): boolean {
  return coverage !== true && sandbox.capabilities.files !== undefined;
}

const streams = rule('a ReadableStream', isStream);

/** The longest text that a session can certainly not exceed, in UTF-16 units. */
function longestHeld({ sandbox, sandboxLimits }: ContextPlace): number {
  const { textMemory } = sandbox;
  if (textMemory === undefined) return longestUnits;
  const memoryBytes = sandboxLimits?.memoryBytes ?? defaultLimits.memoryBytes;
  // A unit takes a byte at least in each copy.
  return Math.min(
    longestUnits,
    Math.floor((memoryBytes + textMemory.besideBytes) / textMemory.copies),
  );
}

function tooMuchText({ option, sandbox, sandboxLimits }: ContextPlace, most: number): Error {
  const memoryBytes = sandboxLimits?.memoryBytes ?? defaultLimits.memoryBytes;
  return refuseOption({
    option,
    message: `Expected ${option} to be a text of at most ${groupThousands(most)} characters: a session of ${sandbox.name} holds no more (sandboxLimits.memoryBytes is ${groupThousands(memoryBytes)}, and the longest string of V8 has ${groupThousands(longestUnits)}). Got more. Pass less, raise sandboxLimits.memoryBytes, or pass a file (fileContext() of @rlm/files) to cpython(), which reads it in place.`,
  });
}

async function readStream(
  stream: ReadableStream<Uint8Array | string>,
  text: GrowingText,
  mostUnits: number,
  tooMuch: () => Error,
  abortSignal: AbortSignal,
): Promise<string | LongText> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  // It may be of any kind: only the shape was looked at.
  const cancel = (): void =>
    void awaitHook(() => reader.cancel(abortSignal.reason)).catch(() => undefined);
  const forget = abortHub.watch(abortSignal, cancel);
  try {
    for (;;) {
      const { done, value } = await untilAborted(
        awaitHook(() => reader.read()),
        abortSignal,
      );
      abortSignal.throwIfAborted();
      if (done) break;
      text.add(typeof value === 'string' ? value : decoder.decode(value, { stream: true }));
      if (text.units > mostUnits) {
        cancel();
        throw tooMuch();
      }
    }
    text.add(decoder.decode());
    return text.end();
  } finally {
    forget();
    reader.releaseLock();
  }
}
