export { createLineQuoter } from './quote-lines.js';
export { createShownTexts } from './shown-texts.js';
