import { messageOf } from '@rlm/repl-types/internal';
import type { JsonValue } from '@rlm/sandbox';

import { ContextError } from '../errors.js';
import type { ContextValue } from './context-value.js';

/** Reads a context to the end, once: a `Blob` or a stream becomes text, data stays what it is. */
export async function readContextValue(
  name: string,
  value: ContextValue,
  abortSignal: AbortSignal,
): Promise<JsonValue> {
  try {
    if (isBlob(value)) return await value.text();
    if (isStream(value)) return await readStream(value, abortSignal);
  } catch (error) {
    if (abortSignal.aborted) throw error;
    throw new ContextError(name, `reading it failed: ${messageOf(error)}`, error);
  }
  // Data: what JSON would lose was refused when the run was asked for.
  return value as JsonValue;
}

async function readStream(
  stream: ReadableStream<Uint8Array | string>,
  abortSignal: AbortSignal,
): Promise<string> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  const pieces: string[] = [];
  const cancel = (): void => void reader.cancel(abortSignal.reason).catch(() => undefined);
  abortSignal.addEventListener('abort', cancel, { once: true });
  try {
    for (;;) {
      const { done, value } = await reader.read();
      abortSignal.throwIfAborted();
      if (done) break;
      pieces.push(typeof value === 'string' ? value : decoder.decode(value, { stream: true }));
    }
    pieces.push(decoder.decode());
    return pieces.join('');
  } finally {
    abortSignal.removeEventListener('abort', cancel);
    reader.releaseLock();
  }
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
