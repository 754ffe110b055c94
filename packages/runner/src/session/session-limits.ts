import { knownText } from '@rlm/repl-types/internal';
import type { JsonValue, SandboxLimits } from '@rlm/sandbox';
import { defaultLimits } from '@rlm/sandbox/internal';

import { mostOutput, type WholeLimits } from '../options/limits.js';

/**
 * Room for a character of a context as JSON text in UTF-8, in bytes: half as much again for escapes (of line ends and quotes)
 * where all are of Latin-1, else what the longest takes. Not more, since a guest may use all of it, and the host's thread is held
 * for some 6 ms by each megabyte.
 */
const bytesPerChar = { latin: 1.5, any: 4 };

/** What is not of Latin-1. V8 keeps a text without such a character in one byte each, and knows at once that it has none. */
const beyondLatin = /[\u0100-\uffff]/;

/** The longest time that a timer of the platform measures. */
const longestMs = 2 ** 31 - 1;

/** What a context is, as far as a session's limits depend on it. */
export interface SizedContext {
  readonly value: JsonValue;
  readonly variable: { readonly totalLength: number };
}

/**
 * The limits of a session that is to hold contexts. One value may be as large as all of them together: one batch may carry every
 * part of them, and a final may be one of them.
 *
 * What the run bounds itself is not bounded a second time: its own limits say how long a call may take (`timeoutMs`, of
 * which `callTimeoutMs` is for one model), how many there may be and how many at a time, and how much output is shown.
 * `given` limits stay as they are.
 */
export function sessionLimits(
  contexts: readonly SizedContext[],
  { timeoutMs, maxOutputChars }: WholeLimits,
  given: Partial<SandboxLimits> = {},
): Partial<SandboxLimits> {
  const maxValueBytes = contexts.reduce((sum, context) => sum + roomFor(context), 0);
  return {
    ...(maxValueBytes <= defaultLimits.maxValueBytes ? {} : { maxValueBytes }),
    ...(timeoutMs <= defaultLimits.sessionTimeoutMs
      ? {}
      : { sessionTimeoutMs: Math.min(timeoutMs, longestMs) }),
    maxOutputChars: Math.min(mostOutput(maxOutputChars), Number.MAX_SAFE_INTEGER),
    callTimeoutMs: longestMs,
    maxHostCalls: Number.MAX_SAFE_INTEGER,
    maxConcurrentCalls: Number.MAX_SAFE_INTEGER,
    ...given,
  };
}

function roomFor({ value, variable: { totalLength } }: SizedContext): number {
  return Math.ceil(totalLength * (isLatin(value) ? bytesPerChar.latin : bytesPerChar.any));
}

/** Data is judged by its text: a scalar has none, and nothing beyond Latin-1. */
function isLatin(value: JsonValue): boolean {
  const text = typeof value === 'string' ? value : knownText(value);
  return text === undefined || !beyondLatin.test(text);
}
