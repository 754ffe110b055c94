/** Whether a `Date` can hold a moment, in milliseconds since 1970. A stored number may be anything. */
export function isMoment(ms: number): boolean {
  return Math.abs(ms) <= 8.64e15;
}
