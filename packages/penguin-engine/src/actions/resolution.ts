import type { ActionDiagnostic } from './types.js';

/** An element of a registered name that stands in a text. */
export interface ActionElement {
  readonly name: string;
  readonly span: readonly [start: number, end: number];
  /** Where its body stands, CDATA marks left out. */
  readonly body: readonly [start: number, end: number];
  readonly rawName?: string;
}

/** What the tokens of a text come to. */
export interface Resolution {
  readonly elements: readonly ActionElement[];
  /** Whole elements that are not run, since an unclosed tag stands before them. */
  readonly blocked: readonly ActionElement[];
  readonly diagnostics: readonly ActionDiagnostic[];
}
