export { createLineQuoter } from './quote-lines.js';
export { createShownTexts, type ShownTexts } from './shown-texts.js';
