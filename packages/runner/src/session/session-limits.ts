import { knownText, maxTimerMs } from '@rlm/repl-types/internal';
import type { LongText, SandboxLimits } from '@rlm/sandbox';
import { defaultLimits } from '@rlm/sandbox/internal';

import type { ContextData } from '../context/context-value.js';
import { maxOutput, type WholeLimits } from '../options/limits.js';

/**
 * Bytes for one character of a context as JSON text in UTF-8: 1.5 if all characters are in Latin-1,
 * which leaves room to escape line ends and quotes, else the most that a character takes. Not more,
 * because a guest may use all of it, and each megabyte blocks the host's thread for some 6 ms.
 */
const bytesPerChar = { latin: 1.5, any: 4 };

/**
 * Characters outside Latin-1. V8 stores a text without them in one byte each, and knows at once
 * that it has none.
 */
const beyondLatin = /[\u0100-\uffff]/;

/** No longer text crosses: it is a string of the host's. */
const longestText = 2 ** 29;

/** The part of a context that a session's limits depend on. */
export interface SizedContext {
  readonly value: ContextData;
  readonly variable: { readonly totalLength: number };
}

/**
 * The limits of a session for these contexts. One value may be as large as all of them together,
 * because one batch may carry every part of them, and a final may be one of them.
 *
 * What the run itself limits is not limited again here: how long a call may take (`timeoutMs`, and
 * `callTimeoutMs` for one model call), how many calls there may be, in all and at once, and how
 * much output is shown. `given` limits stay as they are.
 */
export function sessionLimits(
  contexts: readonly SizedContext[],
  { timeoutMs, maxOutputChars }: WholeLimits,
  given: Partial<SandboxLimits> = {},
): Partial<SandboxLimits> {
  const room = contexts.reduce((sum, context) => sum + roomFor(context), 0);
  const maxValueBytes = Math.min(room, longestText);
  return {
    ...(maxValueBytes <= defaultLimits.maxValueBytes ? {} : { maxValueBytes }),
    ...(timeoutMs <= defaultLimits.sessionTimeoutMs
      ? {}
      : { sessionTimeoutMs: Math.min(timeoutMs, maxTimerMs) }),
    maxOutputChars: Math.min(maxOutput(maxOutputChars), Number.MAX_SAFE_INTEGER),
    callTimeoutMs: maxTimerMs,
    maxHostCalls: Number.MAX_SAFE_INTEGER,
    maxConcurrentCalls: Number.MAX_SAFE_INTEGER,
    ...given,
  };
}

function roomFor({ value, variable: { totalLength } }: SizedContext): number {
  return Math.ceil(totalLength * (isLatin(value) ? bytesPerChar.latin : bytesPerChar.any));
}

/** Data is judged by its text; a scalar has none, and so nothing outside Latin-1. A text in a file says it. */
function isLatin(value: unknown): boolean {
  const text = typeof value === 'string' ? value : knownText(value);
  if (text !== undefined) return !beyondLatin.test(text);
  return ((value as Partial<LongText> | null)?.width ?? 1) === 1;
}
