export { parseCodeBlocks, type CodeBlock, type ParseCodeBlocksOptions } from './code-blocks.js';
export {
  chooseFinalCall,
  detectFinalInText,
  stripFinal,
  type DetectFinalOptions,
} from './detect-final-in-text.js';
export type { FinalCall, FinalDetection, NearMiss, NearMissCode, Span } from './detection.js';
export { extractCodeBlocks, looksLikeCode, tagsOf } from './extract-code-blocks.js';
export { FINAL, FINAL_VAR, FinalOutput, SUBMIT } from './final-output.js';
export { findFinalCalls, type FinalCalls, type FindFinalCallsOptions } from './find-final-calls.js';
export { formatFinalAnswer } from './format-final-answer.js';
export {
  FinalVarNotFoundError,
  resolveFinalVar,
  type FinalVarNotFoundDetails,
  type Namespace,
} from './resolve-final-var.js';
