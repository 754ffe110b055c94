export { blankEchoes, blankSpan } from './blank-echoes.js';
export { foldText } from './fold-text.js';
export { createLineQuoter, type LineQuoter } from './quote-lines.js';
export { createShownTexts, type ShownTexts, type ShownTextsOptions } from './shown-texts.js';
