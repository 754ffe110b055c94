/** Weights of the reward `default`. */
export type DefaultRewardWeights = Record<
  'successBonus' | 'failurePenalty' | 'stderrPenalty' | 'finalBonus',
  number
>;

/** The defaults of `default`. */
export const defaultWeights: DefaultRewardWeights = {
  successBonus: 0.7,
  failurePenalty: 0.3,
  stderrPenalty: 0.1,
  finalBonus: 0.5,
};

/** Weights of the reward `strict`. */
export type StrictRewardWeights = Record<
  'successBonus' | 'failurePenalty' | 'errorPenalty' | 'timeoutPenalty' | 'finalBonus',
  number
>;

/** The defaults of `strict`. */
export const strictWeights: StrictRewardWeights = {
  successBonus: 0.5,
  failurePenalty: 0.6,
  errorPenalty: 0.3,
  timeoutPenalty: 0.4,
  finalBonus: 0.3,
};

/** Weights of the reward `lenient`. */
export type LenientRewardWeights = Record<
  'attemptBonus' | 'successBonus' | 'failurePenalty' | 'progressBonus' | 'finalBonus',
  number
>;

/** The defaults of `lenient`. */
export const lenientWeights: LenientRewardWeights = {
  attemptBonus: 0.2,
  successBonus: 0.5,
  failurePenalty: 0.1,
  progressBonus: 0.15,
  finalBonus: 0.4,
};

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

/** The defaults of `research`. */
export const researchWeights: ResearchRewardWeights = {
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
};
