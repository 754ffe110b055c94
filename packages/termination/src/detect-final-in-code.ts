import { toDetection, type FinalDetection, type Span } from './detection.js';
import { readVariableName } from './read-argument.js';
import { maskCode, type CodeLanguage } from './scan/mask-code.js';
import { findCallHeads, type CallHead } from './scan/names.js';
import { matchParentheses } from './scan/parentheses.js';

/** How {@link detectFinalInCode} reads code. */
export interface DetectFinalInCodeOptions {
  /** Whose comments and strings are skipped; default `python`. */
  readonly language?: CodeLanguage;
}

const definition = /(?:\b(?:def|class|function)\s+|\bfunction\s*\*\s*)$/;

/**
 * Predicts whether code will end the run: finds a FINAL_VAR, FINAL or SUBMIT call outside of comments,
 * strings and definitions (seed document 000). For guards and user interfaces: only running the code
 * tells, and this never ends a run.
 *
 * `content` is the variable's name where it can be read off; null for the other calls, whose
 * `rawMatch` is their name and parenthesis.
 */
export function detectFinalInCode(
  code: string,
  { language = 'python' }: DetectFinalInCodeOptions = {},
): FinalDetection {
  const masked = maskCode(code, language);
  const heads = findCallHeads(masked, 'g').filter(
    ({ start }) => !definition.test(masked.slice(Math.max(0, start - 40), start)),
  );
  const head =
    heads.find(({ finalType }) => finalType === 'variable') ??
    heads.find(({ finalType }) => finalType === 'direct') ??
    heads[0];
  if (head === undefined) return toDetection(undefined);
  return toDetection(
    head.finalType === 'variable' ? readVariable(code, masked, head) : opening(code, head),
  );
}

function opening(code: string, { start, open, finalType }: CallHead, end = open + 1) {
  const span: Span = Object.freeze([start, end] as const);
  return { finalType, content: null, rawMatch: code.slice(start, end), span };
}

function readVariable(code: string, masked: string, head: CallHead) {
  const close = matchParentheses(masked, [head.open]).get(head.open);
  if (close === undefined) return opening(code, head);
  // A line continuation is a blank.
  const argument = code.slice(head.open + 1, close).replace(/\\(?=\r?\n)/g, ' ');
  return { ...opening(code, head, close + 1), content: readVariableName(argument) };
}
