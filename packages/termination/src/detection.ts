import type { FinalSignal } from '@rlm/repl-types';

/** The place of a piece of text: start index (included) and end index (excluded). */
export type Span = readonly [start: number, end: number];

/** Why a call that was meant to end the run did not count. */
export type NearMissCode =
  | 'unclosed'
  | 'placeholder'
  | 'mid-sentence'
  | 'not-an-identifier'
  | 'in-code'
  | 'empty';

/** A call that almost counted. */
export interface NearMiss {
  readonly code: NearMissCode;
  /** One line for the model: what to write instead. */
  readonly hint: string;
  /** The call in the text; for an unclosed one, its name and parenthesis. */
  readonly span: Span;
}

/** A call that ends the run. */
export interface FinalCall {
  readonly finalType: FinalSignal['type'];
  /** The answer's text, the variable's name, or the text of a submitted `answer` (else empty). */
  readonly content: string;
  /** The call as it was written. */
  readonly rawMatch: string;
  readonly span: Span;
  /** The fields of a SUBMIT. */
  readonly submitFields?: Readonly<Record<string, unknown>>;
}

/** The result of looking for a call in a text or in code. */
export interface FinalDetection {
  readonly detected: boolean;
  readonly finalType: FinalSignal['type'] | null;
  /**
   * The answer's text, the variable's name, or the text of a submitted `answer` (else empty). Null if nothing was
   * found, or if only running the code can tell.
   */
  readonly content: string | null;
  readonly rawMatch: string | null;
  readonly span: Span | null;
  readonly submitFields?: Readonly<Record<string, unknown>>;
  /** What almost counted, in the order of the text; at most 16. */
  readonly nearMisses: readonly NearMiss[];
}

/** The call in `text` from `start` to `end`, with its meaning. */
export function toCall<Meaning extends object>(
  text: string,
  finalType: FinalSignal['type'],
  start: number,
  end: number,
  meaning: Meaning,
): Omit<FinalCall, 'content'> & Meaning {
  const span = spanOf(start, end);
  return Object.freeze({ finalType, ...meaning, rawMatch: text.slice(...span), span });
}

/** A span as frozen data. */
export function spanOf(start: number, end: number): Span {
  return Object.freeze([start, end] as const);
}

/** The detection of `call`; without a call, the detection of nothing. */
export function toDetection(
  call: (Omit<FinalCall, 'content'> & { readonly content: string | null }) | undefined,
  nearMisses: readonly NearMiss[] = [],
): FinalDetection {
  return Object.freeze({
    detected: call !== undefined,
    ...(call ?? { finalType: null, content: null, rawMatch: null, span: null }),
    nearMisses: Object.freeze(nearMisses),
  });
}
