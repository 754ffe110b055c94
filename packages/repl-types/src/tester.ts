/** What a suite of conformance needs of a test runner: the names are those of vitest, jest and the like. */
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
