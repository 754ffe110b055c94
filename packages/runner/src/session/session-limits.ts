import { defaultLimits, type SandboxLimits } from '@rlm/sandbox';

/** The most bytes that a character of a context may need as JSON text in UTF-8, all but control characters. */
const bytesPerChar = 4;

/**
 * The limits of a session that is to hold contexts of `totalChars` characters. One value may be as large as all of them together:
 * a folder comes as one object, and one batch may carry every part of it. `given` limits stay as they are.
 */
export function limitsFor(
  totalChars: number,
  given: Partial<SandboxLimits> | undefined,
): Partial<SandboxLimits> | undefined {
  const valueBytes = totalChars * bytesPerChar;
  return valueBytes <= defaultLimits.valueBytes ? given : { valueBytes, ...given };
}
