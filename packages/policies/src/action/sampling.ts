import { definePolicy, type PolicyFactory } from '../define/define-policy.js';
import { best, rankBy, scoreOf } from './rank.js';
import { createRandom } from './random.js';
import type { ActionPolicy, RankedAction } from '../shapes/action.js';

/** Options of the policy `sampling`. */
export interface SamplingOptions {
  /** Low values prefer the best, high values even out the shares. Default: 1. */
  readonly temperature?: number | undefined;
  /** The smallest share of any candidate, before shares are normalised again. Default: 0.01. */
  readonly minProbability?: number | undefined;
  /** The seed of the draws: the same seed gives the same draws. Default: 0. */
  readonly seed?: number | undefined;
}

/** Lower scores count as this, so that every candidate can be drawn. */
const leastScore = 0.01;

/** `sampling`: draws a candidate, more likely the higher its score. */
export const sampling: PolicyFactory<SamplingOptions, ActionPolicy> = definePolicy<
  SamplingOptions,
  ActionPolicy
>({
  name: 'sampling',
  description: 'Draw by score',
  defaults: {
    temperature: 1,
    minProbability: 0.01,
    seed: 0,
  },
  create({ temperature, minProbability, seed }) {
    let random = createRandom(seed);
    return {
      select(candidates) {
        const ranked = rankBy(candidates, scoreOf);
        if (ranked.length < 2) return best(ranked);
        const shares = probabilities(ranked, temperature, minProbability);
        let left = random();
        const drawn = shares.findIndex((share) => (left -= share) < 0);
        return best(ranked.slice(drawn));
      },
      rank: (candidates) => rankBy(candidates, scoreOf),
      reset() {
        random = createRandom(seed);
      },
    };
  },
});

/** Shares that add up to 1, computed from logarithms so that a low temperature does not underflow. */
function probabilities(
  ranked: readonly RankedAction[],
  temperature: number,
  least: number,
): readonly number[] {
  const logs = ranked.map(
    ([, score]) => Math.log(Math.max(score, leastScore)) / Math.max(temperature, 1e-9),
  );
  const highest = logs[0] ?? 0;
  const shares = normalise(logs.map((log) => Math.exp(log - highest)));
  return normalise(shares.map((share) => Math.max(share, least)));
}

function normalise(weights: readonly number[]): readonly number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}
