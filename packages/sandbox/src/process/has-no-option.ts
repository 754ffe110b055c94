/** Whether a backend is made without options. Such backends are alike, and have no listener: they can share a process. */
export function hasNoOption(options: unknown): boolean {
  return (
    typeof options === 'object' &&
    options !== null &&
    Object.getPrototypeOf(options) === Object.prototype &&
    Reflect.ownKeys(options).length === 0
  );
}
