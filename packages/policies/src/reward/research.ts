import { countCodePoints } from '@rlm/repl-types/internal';

import { defineReward, when, type RewardFactory } from './define-reward.js';

/** The number of brackets in code that cost nothing. */
const freeBrackets = 10;

/** Weights of the reward `research`. */
export type ResearchRewardWeights = Record<
  | 'baseAttempt'
  | 'baseSuccess'
  | 'baseFailure'
  | 'codeLengthBonusPer100Chars'
  | 'codeLengthCap'
  | 'codeComplexityPenaltyPerNest'
  | 'outputLengthBonusPer100Chars'
  | 'outputLengthCap'
  | 'errorKeywordPenalty'
  | 'fastExecutionBonus'
  | 'slowExecutionPenalty'
  | 'stepPenaltyPerStep'
  | 'earlyTerminationBonus'
  | 'finalSuccessBonus'
  | 'finalFailurePenalty',
  number
>;

/** `research`: a reward with many parts, for the study of rewards. Lengths are in code points. */
export const researchReward: RewardFactory<ResearchRewardWeights> = defineReward({
  name: 'research',
  description: 'A reward in many parts, for analysis',
  weights: {
    baseAttempt: 0.05,
    baseSuccess: 0.3,
    baseFailure: 0.2,
    codeLengthBonusPer100Chars: 0.02,
    codeLengthCap: 0.1,
    codeComplexityPenaltyPerNest: 0.01,
    outputLengthBonusPer100Chars: 0.01,
    outputLengthCap: 0.05,
    errorKeywordPenalty: 0.05,
    fastExecutionBonus: 0.05,
    slowExecutionPenalty: 0.05,
    stepPenaltyPerStep: 0.01,
    earlyTerminationBonus: 0.1,
    finalSuccessBonus: 0.3,
    finalFailurePenalty: 0.1,
  },
  parts({ action, result, context, isFinal }, weights) {
    const { success, output, durationMs } = result;
    const code = action.code ?? '';
    const brackets = code.match(/[([{]/g)?.length ?? 0;
    const early = context.step < context.maxSteps / 2;
    return {
      base_attempt: weights.baseAttempt,
      base_success: when(success, weights.baseSuccess),
      base_failure: when(!success, -weights.baseFailure),
      code_length: lengthBonus(code, weights.codeLengthBonusPer100Chars, weights.codeLengthCap),
      code_complexity: when(
        brackets > freeBrackets,
        (freeBrackets - brackets) * weights.codeComplexityPenaltyPerNest,
      ),
      output_length: lengthBonus(
        output,
        weights.outputLengthBonusPer100Chars,
        weights.outputLengthCap,
      ),
      error_keyword: when(
        /error|exception|traceback|failed/i.test(output),
        -weights.errorKeywordPenalty,
      ),
      fast_execution: when(durationMs > 0 && durationMs < 1000, weights.fastExecutionBonus),
      slow_execution: when(durationMs > 10_000, -weights.slowExecutionPenalty),
      step_penalty: -context.step * weights.stepPenaltyPerStep,
      final_success: when(isFinal && success, weights.finalSuccessBonus),
      early_termination: when(isFinal && success && early, weights.earlyTerminationBonus),
      final_failure: when(isFinal && !success, -weights.finalFailurePenalty),
    };
  },
  explain: (total, components) =>
    `Research reward with ${components} components: ${total.toFixed(3)}`,
});

function lengthBonus(text: string, per100: number, cap: number): number | undefined {
  return when(text !== '', Math.min((countCodePoints(text) / 100) * per100, cap));
}
