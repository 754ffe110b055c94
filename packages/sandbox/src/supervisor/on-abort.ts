/** Calls a listener once when a signal is aborted, at once if it is already; returns the function that forgets it. */
export function onAbort(
  signal: AbortSignal | undefined,
  listener: (reason: unknown) => void,
): () => void {
  const call = (): void => {
    listener(signal?.reason);
  };
  if (signal?.aborted === true) call();
  else signal?.addEventListener('abort', call, { once: true });
  return () => signal?.removeEventListener('abort', call);
}
