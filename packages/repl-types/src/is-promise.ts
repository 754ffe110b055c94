/** Whether a value is a promise, or has a `then`. Its rejection is handled: whoever asks refuses it, and says so. */
export function isPromise(value: unknown): boolean {
  handleRejection(value, () => undefined);
  try {
    return typeof (value as { readonly then?: unknown } | null | undefined)?.then === 'function';
  } catch {
    return false;
  }
}

/** Only a promise of the platform can end the process: anything else with a `then` is left alone. */
export function handleRejection(value: unknown, onRejected: (reason: unknown) => void): void {
  // Most answers are no objects, and to catch the error for one of them takes 100 times as long.
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return;
  try {
    void Promise.prototype.then.call(value as Promise<unknown>, undefined, onRejected);
  } catch {
    // It is none.
  }
}
