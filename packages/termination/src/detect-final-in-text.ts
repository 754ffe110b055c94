import type { FinalType } from '@rlm/repl-types';

import { toDetection, type FinalCall, type FinalDetection } from './detection.js';
import { findFinalCalls, type FindFinalCallsOptions } from './find-final-calls.js';

/** How {@link detectFinalInText} chooses among calls. */
export interface DetectFinalOptions extends FindFinalCallsOptions {
  /** Which of several calls of the winning kind counts; default `first`. */
  readonly prefer?: 'first' | 'last';
  /** Which kind wins, best first; default FINAL_VAR, FINAL, SUBMIT. */
  readonly precedence?: readonly FinalType[];
}

const defaultPrecedence: readonly FinalType[] = ['variable', 'direct', 'submit'];

/** The one of `calls` that decides: the first (or last) of the kind that outranks the others. */
export function chooseFinalCall(
  calls: readonly FinalCall[],
  { prefer = 'first', precedence = defaultPrecedence }: DetectFinalOptions = {},
): FinalCall | undefined {
  for (const type of precedence) {
    const ofType = calls.filter((call) => call.finalType === type);
    if (ofType.length > 0) return prefer === 'last' ? ofType.at(-1) : ofType[0];
  }
  return undefined;
}

/**
 * Finds the FINAL, FINAL_VAR or SUBMIT call with which a reply's prose ends the run (seed document
 * 000). Code, thoughts and comments are not scanned, and a call that a sentence only mentions does
 * not count. Never throws; linear in the text's length.
 */
export function detectFinalInText(text: string, options: DetectFinalOptions = {}): FinalDetection {
  const { calls, nearMisses } = findFinalCalls(text, options);
  return toDetection(chooseFinalCall(calls, options), nearMisses);
}

/** `text` without the call that {@link detectFinalInText} finds in it: exactly its span is removed. */
export function stripFinal(text: string, options: DetectFinalOptions = {}): string {
  const { span } = detectFinalInText(text, options);
  return span === null ? text : text.slice(0, span[0]) + text.slice(span[1]);
}
