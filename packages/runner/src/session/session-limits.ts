import { defaultLimits, type SandboxLimits } from '@rlm/sandbox';

import type { RlmLimits } from '../options/limits.js';

/** The most bytes that a character of a context may need as JSON text in UTF-8, all but control characters. */
const bytesPerChar = 4;

/** The longest time that a timer of the platform measures. */
const longestMs = 2 ** 31 - 1;

/**
 * The limits of a session that is to hold contexts of `totalChars` characters. One value may be as large as all of them together:
 * a folder comes as one object, and one batch may carry every part of it.
 *
 * What the run bounds itself is not bounded a second time: its own limits say how long a call may take (`timeoutMs`, of
 * which `callTimeoutMs` is for one model), how many there may be and how many at a time, and how much output is shown.
 * `given` limits stay as they are.
 */
export function sessionLimits(
  totalChars: number,
  { timeoutMs, maxOutputChars }: Readonly<Required<RlmLimits>>,
  given: Partial<SandboxLimits> = {},
): Partial<SandboxLimits> {
  const valueBytes = totalChars * bytesPerChar;
  return {
    ...(valueBytes <= defaultLimits.valueBytes ? {} : { valueBytes }),
    ...(timeoutMs <= defaultLimits.sessionMs ? {} : { sessionMs: Math.min(timeoutMs, longestMs) }),
    outputChars: Math.min(Math.floor(maxOutputChars), Number.MAX_SAFE_INTEGER),
    hostCallMs: Math.min(timeoutMs, longestMs),
    hostCalls: Number.MAX_SAFE_INTEGER,
    concurrency: Number.MAX_SAFE_INTEGER,
    ...given,
  };
}
