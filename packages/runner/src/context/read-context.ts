import { messageOf } from '@rlm/repl-types/internal';

import { ContextError } from '../errors.js';
import type { ContextValue } from './context-value.js';
import { isBlob, isStream } from './is-source.js';

/** Reads a `Blob` or a stream to the end. */
export async function readContextValue(
  name: string,
  value: ContextValue,
  abortSignal: AbortSignal,
): Promise<string> {
  try {
    if (isBlob(value)) return await value.text();
    if (isStream(value)) return await readStream(value, abortSignal);
  } catch (error) {
    if (abortSignal.aborted) throw error;
    throw new ContextError(name, `reading it failed: ${messageOf(error)}`, error);
  }
  throw new ContextError(name, 'it is neither a Blob nor a stream');
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
