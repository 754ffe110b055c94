import {
  defineTermination,
  proceed,
  stop,
  type TerminationFactory,
} from '../define/define-termination.js';
import { noteOnce } from '../define/note-once.js';
import { metric } from './limit.js';

/** Options of {@link rewardThreshold} (seed document 001). */
export interface RewardThresholdOptions {
  /** The sum of rewards that ends the run. Default: 0.8. */
  readonly minRewardThreshold?: number;
  /** Steps in a row with a negative reward that end the run. Default: 3. */
  readonly maxNegativeStreak?: number;
  /** Whether the threshold counts on a final action only. Default: false. */
  readonly requireFinalAction?: boolean;
}

const roundingError = 1e-9;

/**
 * `reward_threshold`: sums `metrics.last_reward` up and ends the run when the sum is high enough, with
 * the output as answer, or when negative rewards follow each other, without one.
 */
export const rewardThreshold: TerminationFactory<RewardThresholdOptions> = defineTermination({
  name: 'reward_threshold',
  description: 'On rewards',
  defaults: {
    minRewardThreshold: 0.8,
    maxNegativeStreak: 3,
    requireFinalAction: false,
  },
  start({ minRewardThreshold, maxNegativeStreak, requireFinalAction }) {
    let sum = 0;
    let streak = 0;
    const tellMissing = noteOnce(
      'There is no `metrics.last_reward`, without which it never ends a run: give the loop a `reward`',
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
