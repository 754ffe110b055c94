import { proceed, stop } from '../define/decisions.js';
import { defineTermination, type TerminationFactory } from '../define/define-termination.js';
import { noteOnce } from '../define/note-once.js';
import { metric } from './limit.js';

/** Options of `reward_threshold`. */
export interface RewardThresholdOptions {
  /** The sum of rewards that ends the run. Default: 0.8. */
  readonly minRewardThreshold?: number | undefined;
  /** Steps in a row with a negative reward that end the run. Default: 3. */
  readonly maxNegativeStreak?: number | undefined;
  /** Whether the threshold counts on a final action only. Default: false. */
  readonly requireFinalAction?: boolean | undefined;
}

const roundingError = 1e-9;

/**
 * `reward_threshold`: adds up `metrics.last_reward`. It ends the run with the output as answer if the sum is high
 * enough, or without an answer after consecutive negative rewards.
 */
export const rewardThreshold: TerminationFactory<RewardThresholdOptions> = defineTermination({
  name: 'reward_threshold',
  description: 'On rewards',
  defaults: {
    minRewardThreshold: 0.8,
    maxNegativeStreak: 3,
    requireFinalAction: false,
  },
  needs: () => ['last_reward'],
  start({ minRewardThreshold, maxNegativeStreak, requireFinalAction }) {
    let sum = 0;
    let streak = 0;
    const tellMissing = noteOnce(
      'It never ends a run, because there is no `metrics.last_reward`: pass a `reward` to the loop',
    );
    return ({ actionType, output }, context) => {
      const given = metric(context, 'last_reward');
      const reward = given ?? 0;
      sum += reward;
      streak = reward < 0 ? streak + 1 : 0;
      const mayEnd = !requireFinalAction || actionType === 'final';
      if (mayEnd && sum >= minRewardThreshold - roundingError)
        return stop(
          'reward_threshold',
          `Reward threshold reached: ${sum.toFixed(2)}`,
          output === '' ? null : output,
        );
      if (streak >= maxNegativeStreak)
        return stop('negative_streak', `Terminated due to ${streak} consecutive failures`);
      return given === undefined ? tellMissing() : proceed;
    };
  },
});
