/** A way to swallow FINAL that must not work: the recorded answer is `"kept"`. */
export interface SwallowCase {
  readonly name: string;
  readonly code: string;
}
