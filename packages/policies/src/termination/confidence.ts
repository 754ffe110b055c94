import { proceed, stop } from '../define/decisions.js';
import { defineTermination, type TerminationFactory } from '../define/define-termination.js';
import { noteOnce } from '../define/note-once.js';
import { readNumber } from '../define/read-number.js';
import { finalPattern } from './final-pattern.js';

/** Options of `confidence`. */
export interface ConfidenceOptions {
  /** The confidence that ends the run. Default: 0.85. */
  readonly confidenceThreshold?: number | undefined;
  /** Before this step only a final action ends the run. Default: 2. */
  readonly minStepsBeforeTermination?: number | undefined;
  /** The key of `result.metadata` that is read. Default: `confidence`. */
  readonly confidenceKey?: string | undefined;
  /** Whether `final_pattern` decides if the confidence is too low. Default: true. */
  readonly fallbackToFinalPattern?: boolean | undefined;
}

/**
 * `confidence`: ends a run when the model states a confidence that is high enough. The output is the answer; an empty
 * one does not end the run. Numbers, texts that spell one, and true count as confidence. Other reasons to end the run
 * (a final action, the fallback) are marked as `fallback`.
 */
export const confidence: TerminationFactory<ConfidenceOptions> = defineTermination({
  name: 'confidence',
  description: 'When the model is sure',
  defaults: {
    confidenceThreshold: 0.85,
    minStepsBeforeTermination: 2,
    confidenceKey: 'confidence',
    fallbackToFinalPattern: true,
  },
  needs: ({ confidenceKey }) => [`metadata.${confidenceKey}`],
  start(config) {
    const pattern = finalPattern();
    const tellMissing = noteOnce(
      `There is no \`metadata.${config.confidenceKey}\` yet: neither the model nor a hook stated a confidence`,
    );
    return (result, context) => {
      const { actionType, output, metadata } = result;
      const late = context.step >= config.minStepsBeforeTermination;
      const stated = readNumber(metadata[config.confidenceKey]);
      const sure = stated ?? 0;
      const enough = late && sure >= config.confidenceThreshold;
      if (actionType === 'final' || (late && !enough && config.fallbackToFinalPattern)) {
        const decision = pattern.shouldTerminate(result, context);
        if (decision.terminate) return enough ? decision : { ...decision, fallback: true };
      } else if (enough && output.trim() !== '') {
        return stop('confidence', `Confidence reached: ${sure}`, output);
      }
      return late && stated === undefined ? tellMissing() : proceed;
    };
  },
});
