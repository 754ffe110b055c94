export { createLineQuoter, type LineQuoter } from './quote-lines.js';
export { createShownMarks, finalMarks, type ShownMarks } from './shown-marks.js';
