import type { CaseWatch, MeasuredCase } from './promise.js';

/** Whose case it is, and what it is called. */
export interface CaseTitle {
  readonly backend: string;
  readonly name: string;
}

/** Measures the cases of one file of tests. */
export interface PromiseSuite {
  /** Runs a case and fails where it breaks a bound; see measure-case.js. */
  run<Value>(
    title: CaseTitle & { readonly memoryBytes: number },
    body: (watch: CaseWatch) => Promise<Value>,
  ): Promise<Value>;
  /** Takes figures that were measured otherwise, and fails where one breaks its bound. */
  add(title: CaseTitle, figures: MeasuredCase['figures']): void;
}

/** See suite.js. */
export function promiseSuite(suite: string): PromiseSuite;
