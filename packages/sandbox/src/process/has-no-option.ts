/**
 * Whether a backend is made without options. All that are made so are alike and tell nobody anything, so that they can
 * share their processes.
 */
export function hasNoOption(options: unknown): boolean {
  return (
    typeof options === 'object' &&
    options !== null &&
    Object.getPrototypeOf(options) === Object.prototype &&
    Reflect.ownKeys(options).length === 0
  );
}
