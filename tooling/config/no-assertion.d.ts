/** Marks a test that passes by itself, with what would fail in place of an assertion: every other test must call `expect`. */
export declare function noAssertion(reason: string): void;
