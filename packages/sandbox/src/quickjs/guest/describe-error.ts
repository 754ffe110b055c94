import { inspect } from './inspect.js';
import { GuestError, slice, stringify, toText } from './intrinsics.js';

const longest = 4_000;

/** What was thrown, as JSON text of `{ type, message, stack }`. Whatever it is, this does not throw. */
export function describeError(value: unknown): string {
  try {
    if (value instanceof GuestError) {
      return stringify({
        type: slice(toText(value.name), 0, 100),
        message: slice(toText(value.message), 0, longest),
        stack: typeof value.stack === 'string' ? slice(value.stack, 0, longest) : '',
      });
    }
    return stringify({ type: 'Error', message: inspect(value, longest).text, stack: '' });
  } catch {
    return '{"type":"Error","message":"[an error that cannot be shown]","stack":""}';
  }
}
