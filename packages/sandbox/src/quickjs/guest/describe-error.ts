import { brandOf } from './brand.js';
import { inspect } from './inspect.js';
import { slice, stringify, toText } from './intrinsics.js';

const longest = 4_000;

/** What was thrown, as JSON text of `{ type, message, stack }`. Whatever it is, this does not throw. */
export function describeError(value: unknown): string {
  try {
    if (typeof value === 'object' && value !== null && brandOf(value) === 'error') {
      const error = value as Error;
      return stringify({
        type: slice(toText(error.name), 0, 100),
        message: slice(toText(error.message), 0, longest),
        stack: typeof error.stack === 'string' ? slice(error.stack, 0, longest) : '',
      });
    }
    return stringify({ type: 'Error', message: inspect(value, longest).text, stack: '' });
  } catch {
    return '{"type":"Error","message":"[an error that cannot be shown]","stack":""}';
  }
}
