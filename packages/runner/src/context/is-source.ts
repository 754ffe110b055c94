import type { LongText } from '@rlm/sandbox';
import { isLongText } from '@rlm/sandbox/internal';

/** Whether a context is text that has to be read. */
export function isSource(
  value: unknown,
): value is Blob | LongText | ReadableStream<Uint8Array | string> {
  return isBlob(value) || isStream(value) || isLongText(value);
}

/** Whether a context is a text in a file; others are held by this process. */
export function isFile(value: unknown): value is LongText {
  return isLongText(value) && !('isHeld' in value);
}

/** Whether a context is a `Blob`, by its shape. */
export function isBlob(value: unknown): value is Blob {
  return (
    typeof value === 'object' &&
    value !== null &&
    'arrayBuffer' in value &&
    'text' in value &&
    typeof value.text === 'function'
  );
}

/** Whether a context is a stream, which can be read only once. */
export function isStream(value: unknown): value is ReadableStream<Uint8Array | string> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'getReader' in value &&
    typeof value.getReader === 'function'
  );
}
