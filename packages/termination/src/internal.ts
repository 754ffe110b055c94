/**
 * Helpers that the loops of this repository share. This is not a public API: a name here may change with any minor
 * release.
 *
 * @module
 */
export { blankFinals } from './blank-finals.js';
export { closesFence, createFenceReader, indexOfFenceMark } from './scan/fence.js';
export { parseCodeBlocks } from './code-blocks.js';
export { formatFinalAnswer } from './format-final-answer.js';
export { looksLikeCode, tagsOf } from './extract-code-blocks.js';
export { proseOf } from './prose-of.js';
export { soleBlock } from './sole-block.js';
export { closesUnopened, isThinking } from './scan/thoughts.js';
export { isThoughtName } from './scan/thought-marks.js';
export { createThoughtFilter } from './thought-filter.js';
export { thoughtSpans } from './thought-spans.js';
export { withoutThoughts } from './without-thoughts.js';
