/**
 * Whether a value is a promise, or has a `then`. Its rejection is handled here: the caller refuses the value and
 * reports that.
 */
export function isPromise(value: unknown): boolean {
  handleRejection(value, () => undefined);
  try {
    return typeof (value as { readonly then?: unknown } | null | undefined)?.then === 'function';
  } catch {
    return false;
  }
}

/**
 * Handles the rejection of a promise of the platform, the only kind that can end the process. Other objects with a
 * `then` are left alone.
 */
export function handleRejection(value: unknown, onRejected: (reason: unknown) => void): void {
  // Most answers are not objects, and catching the error for one of them takes 100 times as long.
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return;
  try {
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype === Object.prototype || prototype === Array.prototype) return;
    void Promise.prototype.then.call(value as Promise<unknown>, undefined, onRejected);
  } catch {
    // It is not a promise.
  }
}
