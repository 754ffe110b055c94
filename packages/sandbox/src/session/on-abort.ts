import { abortHub } from '@rlm/repl-types/internal';

/** Calls a listener once when a signal is aborted, at once if it is already; returns the function that forgets it. */
export function onAbort(
  signal: AbortSignal | undefined,
  listener: (reason: unknown) => void,
): () => void {
  return signal === undefined ? () => undefined : abortHub.watch(signal, listener);
}
