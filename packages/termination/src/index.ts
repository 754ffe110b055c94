export { chooseFinalCall, type ChooseFinalOptions } from './choose-final-call.js';
export { parseCodeBlocks, type CodeBlock, type ParseCodeBlocksOptions } from './code-blocks.js';
export { detectFinalInCode, type DetectFinalInCodeOptions } from './detect-final-in-code.js';
export { detectFinalInText, stripFinal, type DetectFinalOptions } from './detect-final-in-text.js';
export type { FinalDetection, FinalCall, NearMiss, NearMissCode, Span } from './detection.js';
export { extractCodeBlocks } from './extract-code-blocks.js';
export { FINAL, FINAL_VAR, FinalOutput, SUBMIT } from './final-output.js';
export { findFinalCalls, type FinalCalls, type FindFinalCallsOptions } from './find-final-calls.js';
export {
  explainFinalAnswer,
  findFinalAnswer,
  type FinalAnswerEnvironment,
  type FinalAnswerResult,
  type FindFinalAnswerOptions,
} from './find-final-answer.js';
export { formatFinalAnswer } from './format-final-answer.js';
export {
  FinalVarNotFoundError,
  resolveFinalVar,
  type FinalVarNotFoundDetails,
  type Namespace,
} from './resolve-final-var.js';
export { proseOf, type ProseOfOptions } from './prose-of.js';

// Types that the signatures above use.
export type { Fence } from './scan/fence.js';
