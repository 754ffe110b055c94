/** Whether a backend is made without options, or each is undefined. Such backends are alike, and have no listener: they can share a process. */
export function hasNoOption(options: unknown): boolean {
  return (
    typeof options === 'object' &&
    options !== null &&
    Object.getPrototypeOf(options) === Object.prototype &&
    Reflect.ownKeys(options).every((name) => Reflect.get(options, name) === undefined)
  );
}
