import { brandOf } from './brand.js';
import { slice, stringify, toText } from './intrinsics.js';
import { reasonsOf } from './inspect.js';
import { offPair } from './off-pair.js';
import { showInspected, showText } from './show-value.js';

const longest = 4_000;

/** A thrown value as JSON text of `{ type, message, stack }`. It never throws, whatever the value is. */
export function describeError(value: unknown): string {
  try {
    if (typeof value === 'object' && value !== null && brandOf(value) === 'error') {
      const error = value as Error;
      const name = toText(error.name);
      return stringify({
        __proto__: null,
        type: slice(name, 0, offPair(name, 100)),
        message: showText(withReasons(toText(error.message), reasonsOf(error)), longest),
        stack: typeof error.stack === 'string' ? showText(error.stack, longest) : '',
      });
    }
    return stringify({
      __proto__: null,
      type: 'Error',
      message: showInspected(value, longest),
      stack: '',
    });
  } catch {
    return '{"type":"Error","message":"[an error that cannot be shown]","stack":""}';
  }
}

/** An error's message, with what it was caused by. */
function withReasons(message: string, reasons: string): string {
  if (reasons === '') return message;
  return message === '' ? reasons : message + ' ' + reasons;
}
