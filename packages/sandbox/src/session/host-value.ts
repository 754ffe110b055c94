import { DataError, dataText, writePath } from '@rlm/repl-types/internal';

import { SandboxError } from '../contract/errors.js';
import { requireSize, tooLarge, tooManyNodes, type ValueLimits } from './json-text.js';

/**
 * Writes a host's value as JSON text: a value for `set`, a host function's result, an answer of the host. `dataText` of
 * `@rlm/repl-types` walks it; the limits of a session and the error are defined here.
 *
 * @param name The value's name in the error.
 * @throws SandboxError `value_rejected`
 */
export function toJsonText(value: unknown, limits: ValueLimits, name = 'the value'): string {
  const { maxValueBytes, maxValueDepth, maxValueNodes } = limits;
  let text: string;
  try {
    const most = { maxDepth: maxValueDepth, maxParts: maxValueNodes, maxChars: maxValueBytes };
    text = dataText(value, name, most);
  } catch (error) {
    throw DataError.isInstance(error) ? refusal(error, limits, name) : error;
  }
  requireSize(text, limits);
  return text;
}

/** The error of a session: names the limit that was exceeded. */
function refusal(cause: DataError, limits: ValueLimits, name: string): SandboxError {
  const { fault, path, count = 0 } = cause.details;
  const say = (): string => {
    switch (fault) {
      case 'too_deep':
        return `${writePath(name, path)} is nested deeper than ${limits.maxValueDepth} (limit maxValueDepth): flatten it, or pass on a text`;
      case 'too_many_parts':
        return limits.maxValueNodes < Infinity ? `${name} ${tooManyNodes(limits)}` : cause.message;
      case 'too_large':
        return count > limits.maxValueBytes
          ? `${name} ${tooLarge(count, limits.maxValueBytes)}`
          : cause.message;
      default:
        return cause.message;
    }
  };
  return new SandboxError('value_rejected', say(), { details: { fault, path }, cause });
}
