import {
  defineTermination,
  proceed,
  stop,
  type TerminationFactory,
} from '../define/define-termination.js';
import { noteOnce } from '../define/note-once.js';
import { metric } from './limit.js';
import { rewardThresholdOptions, type RewardThresholdOptions } from './options/reward-threshold.js';

const roundingError = 1e-9;

/**
 * `reward_threshold`: sums `metrics.last_reward` up and ends the run when the sum is high enough, with
 * the output as answer, or when negative rewards follow each other, without one.
 */
export const rewardThreshold: TerminationFactory<RewardThresholdOptions> = defineTermination({
  name: 'reward_threshold',
  description: 'On rewards',
  ...rewardThresholdOptions,
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
