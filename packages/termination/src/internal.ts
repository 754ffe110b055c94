/**
 * Helpers that the loops of this repository share. This is not a public API: a name here may change with any minor
 * release.
 *
 * @module
 */
export type { CodeBlock } from './code-blocks.js';
export type { Span } from './detection.js';
export { closesFence, createFenceReader, indexOfFenceMark, type Fence } from './scan/fence.js';
export { parseCodeBlocks } from './code-blocks.js';
export { formatFinalAnswer } from './format-final-answer.js';
export { blankFinals, loadProse } from './load-prose.js';
export { looksLikeCode, tagsOf } from './extract-code-blocks.js';
export type { LineQuoter } from './shown/quote-lines.js';
export type { ShownMarks } from './shown/shown-marks.js';
