/** What a conformance suite needs from a test runner. The names are those of vitest, jest and others. */
export interface Tester {
  readonly describe: (name: string, body: () => void) => void;
  readonly it: {
    (name: string, body: () => Promise<void>): void;
    readonly skip: (name: string, body: () => Promise<void>) => void;
  };
  readonly expect: Expect;
}

/** Starts an assertion. */
export type Expect = (
  actual: unknown,
  message?: string,
) => {
  toBe(expected: unknown): void;
  toEqual(expected: unknown): void;
  toContain(expected: string): void;
};
