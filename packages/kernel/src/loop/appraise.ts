import type { ActionResult } from '@rlm/policies';
import type { RewardSignal } from '@rlm/policies/reward';
import type { RlmError } from '@rlm/repl-types';

/** What the reward and the hook say about a step. */
export interface Opinion {
  readonly confidence?: number;
  readonly reward?: RewardSignal;
  /** What the reward or the hook threw, if one did. */
  readonly failure?: RlmError;
}

/** A step's result, with what is known about it. */
export interface Appraisal extends Omit<Opinion, 'confidence'> {
  readonly result: ActionResult;
}

/**
 * Adds `metadata.confidence` and `metadata.reward` to a step's result, as far as the opinion has
 * them.
 */
export function withOpinion(
  given: ActionResult,
  { confidence, reward, failure }: Opinion,
): Appraisal {
  const isSilent = confidence === undefined && reward === undefined;
  const result =
    isSilent && Object.isFrozen(given) && Object.isFrozen(given.metadata)
      ? given
      : withMetadata(given, {
          ...(confidence === undefined ? {} : { confidence }),
          ...(reward === undefined ? {} : { reward: reward.value }),
        });
  return {
    result,
    ...(reward === undefined ? {} : { reward }),
    ...(failure === undefined ? {} : { failure }),
  };
}

/** A step's result with more metadata. */
export function withMetadata(
  result: ActionResult,
  more: Readonly<Record<string, unknown>>,
): ActionResult {
  return Object.freeze({ ...result, metadata: Object.freeze({ ...result.metadata, ...more }) });
}
