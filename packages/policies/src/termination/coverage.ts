import { numberFrom } from '@rlm/repl-types/internal';

import { regularExpression } from '../define/regular-expression.js';
import { accepted } from '../define/decisions.js';
import { defineTermination, type TerminationFactory } from '../define/define-termination.js';
import { noteOnce } from '../define/note-once.js';
import { metric } from './limit.js';

/** Options of `coverage`. */
export interface CoverageOptions {
  /** The share of the contexts that must be read, from 0 to 1. Default: 0.9. */
  readonly min?: number | undefined;
  /**
   * The questions that ask for all of the data: a regular expression that matches them, ignoring case. Default: English
   * words such as all, every, each, whole, how many, count, total, most, longest. `''` means every question.
   */
  readonly when?: string | RegExp | undefined;
}

/** Words of questions that need all of a text. */
const asksForAll =
  '\\b(all|every|everything|each|entire|whole|complete(ly)?|full|throughout|overall|how (many|much|often)|count|number of|total|sum|average|mean|median|list|enumerate|summari[sz]e|summary|any(one|thing|where)?|none|never|always|only|both|pairs?|most|least|(long|short|larg|small|high|low|old|new|earli|lat|fr?ew)est|first|last|compare|distribution)\\b';

/**
 * `coverage`: sends an answer back, once a run, if the question asks for all of the contexts and the model read less
 * than `min` of them before it answered (`metrics.coverage`, which an RLM run with `coverage: true` reports). It never
 * ends a run.
 */
export const coverage: TerminationFactory<CoverageOptions> = defineTermination<CoverageOptions>({
  name: 'coverage',
  description: 'Sends an answer back when too little was read',
  needs: () => ['coverage'],
  defaults: { min: 0.9, when: asksForAll },
  rules: { min: numberFrom(0, 1), when: regularExpression },
  start({ min, when }) {
    const pattern = new RegExp(when, 'i');
    const tellMissing = noteOnce(
      'It sends nothing back, because there is no `metrics.coverage`: only runs of an RLM with `coverage: true` have it',
    );
    let isSent = false;
    return {
      shouldTerminate: (_, context) =>
        metric(context, 'coverage') === undefined ? tellMissing() : { terminate: false },
      reviewAnswer(_, context) {
        const read = metric(context, 'coverage');
        if (isSent || read === undefined || read >= min || !pattern.test(context.task)) {
          return accepted;
        }
        isSent = true;
        return {
          accept: false,
          code: 'coverage',
          reason: `The question asks for all of the data, and ${percent(read)} of it was read, by you or by sub-models. Read the rest, or give the answer again if your code has looked at all of it.`,
        };
      },
    };
  },
});

/** A share of the data, never stated higher than it is. */
function percent(share: number): string {
  return share === 0 ? 'nothing' : `${(Math.floor(share * 1000) / 10).toFixed(1)} %`;
}
