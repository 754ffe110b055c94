import { oneOf } from '@rlm/repl-types/options';

import { checkText, checkTextOptions } from './check-options.js';
import { chooseFinalCall } from './choose-final-call.js';
import { toCall, toDetection, type FinalDetection } from './detection.js';
import { readVariableName } from './read-argument.js';
import type { ReplLanguage } from '@rlm/repl-types';

import { maskCode } from './scan/mask-code.js';
import { findCallHeads } from './scan/find-heads.js';
import { findOutside } from './scan/outside.js';

/** How {@link detectFinalInCode} reads code. */
export interface DetectFinalInCodeOptions {
  /** The language whose comments and strings are skipped. Default: those of both, but for `//`, which divides in Python. */
  readonly language?: ReplLanguage | undefined;
}

/**
 * Predicts whether code will end the run: finds a FINAL_VAR, FINAL or SUBMIT call outside of comments, strings and
 * definitions. For guards and user interfaces: only running the code can tell for certain, and this
 * never ends a run.
 *
 * `content` is the variable's name if it can be read. It is null for the other calls, and their `rawMatch` is the name
 * with its parenthesis.
 */
export function detectFinalInCode(
  code: string,
  options: DetectFinalInCodeOptions = {},
): FinalDetection {
  checkText('code', code);
  checkTextOptions<DetectFinalInCodeOptions>(options, { language: oneOf('python', 'javascript') });
  const masked = maskCode(code, options.language ?? 'either');
  const head = chooseFinalCall(findCallHeads(masked));
  if (head === undefined) return toDetection(head);
  const { finalType, start, from } = head;
  let end = from;
  let content = null;
  if (finalType === 'variable') {
    const close = findOutside(masked, from, ')');
    if (close !== -1) {
      end = close + 1;
      // A line continuation is a blank.
      content = readVariableName(code.slice(from, close).replace(/\\\s/g, ' '));
    }
  }
  return toDetection(toCall(code, finalType, start, end, { content }));
}
