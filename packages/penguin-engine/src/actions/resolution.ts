import type { ActionDiagnostic } from './types.js';

/** An element with a registered name in a text. */
export interface ActionElement {
  readonly name: string;
  readonly span: readonly [start: number, end: number];
  /** The range of its body, without CDATA marks. */
  readonly body: readonly [start: number, end: number];
  readonly rawName?: string;
}

/** What the tokens of a text mean. */
export interface Resolution {
  readonly elements: readonly ActionElement[];
  /** Whole elements that are not run because they follow an unclosed tag. */
  readonly blocked: readonly ActionElement[];
  readonly diagnostics: readonly ActionDiagnostic[];
}
