import { numberFrom } from '@rlm/repl-types/internal';

import type { PolicyOptions } from '../../define/policy-options.js';
import { regularExpression } from '../../define/regular-expression.js';

/** Options of `coverage`. */
export interface CoverageOptions {
  /** The share of the contexts that must be read, from 0 to 1. Default: 0.9. */
  readonly min?: number;
  /**
   * The questions that ask for all of the data: a regular expression that matches them, ignoring case. Default: English
   * words such as all, every, each, whole, how many, count, total, most, longest. `''` means every question.
   */
  readonly when?: string | RegExp;
}

/** Words of questions that need all of a text. */
const asksForAll =
  '\\b(all|every|everything|each|entire|whole|complete(ly)?|full|throughout|overall|how (many|much|often)|count|number of|total|sum|average|mean|median|list|enumerate|summari[sz]e|summary|any(one|thing|where)?|none|never|always|only|both|pairs?|most|least|(long|short|larg|small|high|low|old|new|earli|lat|fr?ew)est|first|last|compare|distribution)\\b';

/** What `coverage` may be configured with. */
export const coverageOptions: PolicyOptions<CoverageOptions> = {
  defaults: { min: 0.9, when: asksForAll },
  rules: {
    min: /* @__PURE__ */ numberFrom(0, 1),
    when: regularExpression,
  },
};
