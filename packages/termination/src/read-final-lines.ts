import {
  toCall,
  toDetection,
  spanOf,
  type FinalDetection,
  type NearMissCode,
} from './detection.js';
import { detectFinalInText } from './detect-final-in-text.js';
import { findLineCalls, type LineCall } from './find-final-answer.js';
import { hintOf } from './near-miss.js';
import { readVariableName } from './read-argument.js';

/**
 * Finds the call in the format of rlm-kit: `FINAL(...)` or `FINAL_VAR(...)` alone on a line, FINAL_VAR first,
 * content as written.
 */
export function readFinalLines(text: string): FinalDetection {
  const { variable, direct } = findLineCalls(text);
  const call = variable ?? direct;
  if (call === undefined) {
    // A call that counts only in the dialect `final`: its hint says how to count here.
    const { finalType, span, nearMisses } = detectFinalInText(text, {
      precedence: ['variable', 'direct'],
    });
    if (finalType === null || span === null) return toDetection(undefined, nearMisses);
    return missed('mid-sentence', { finalType, start: span[0], end: span[1] });
  }
  const content = call.finalType === 'variable' ? readVariableName(call.content) : call.content;
  if (content === null) return missed('not-an-identifier', call);
  return toDetection(toCall(text, call.finalType, call.start, call.end, { content }));
}

function missed(
  code: NearMissCode,
  { finalType, start, end }: Pick<LineCall, 'finalType' | 'start' | 'end'>,
): FinalDetection {
  const name = finalType === 'variable' ? 'FINAL_VAR' : 'FINAL';
  const hint = hintOf(code, { name, finalType });
  return toDetection(undefined, [Object.freeze({ code, hint, span: spanOf(start, end) })]);
}
