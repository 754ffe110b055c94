import { checkText, checkTextOptions } from './check-options.js';
import { chooseFinalCall, chooseRules, type ChooseFinalOptions } from './choose-final-call.js';
import { toDetection, type FinalDetection } from './detection.js';
import { findFinalCalls, findRules, type FindFinalCallsOptions } from './find-final-calls.js';

/** How {@link detectFinalInText} looks for calls and chooses one. */
export interface DetectFinalOptions extends FindFinalCallsOptions, ChooseFinalOptions {}

/**
 * Finds the FINAL, FINAL_VAR or SUBMIT call that ends the run in a reply's prose. Code, thoughts
 * and comments are not scanned. A call that a sentence only mentions does not count. Linear in the text's length. Throws
 * `InvalidOptionError` for a wrong option, and for what is no text.
 */
export function detectFinalInText(text: string, options: DetectFinalOptions = {}): FinalDetection {
  checkText('text', text);
  checkTextOptions<DetectFinalOptions>(options, { ...findRules(), ...chooseRules() });
  const { caseSensitive = true, ...choice } = options;
  const { calls, nearMisses } = findFinalCalls(text, { caseSensitive });
  return toDetection(chooseFinalCall(calls, choice), nearMisses);
}

/** `text` without the call that {@link detectFinalInText} finds in it. Only its span is removed. */
export function stripFinal(text: string, options?: DetectFinalOptions): string {
  const { span } = detectFinalInText(text, options);
  return span === null ? text : text.slice(0, span[0]) + text.slice(span[1]);
}
