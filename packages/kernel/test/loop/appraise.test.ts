import {
  createPolicyRegistry,
  proceed,
  stop,
  type PolicyContext,
  type TerminationPolicy,
} from '@rlm/policies';
import { rewardBy, rewardPolicies } from '@rlm/policies/reward';
import { describe, expect, it } from 'vitest';

import { createRun, type CreateRunOptions } from '../../src/index.js';
import { actionResult, countingProtocol } from '../helpers.js';

const finalAt = (last: number) =>
  countingProtocol((count) => Promise.resolve(count === last ? { final: 'yes' } : 'continue'));
const endless = finalAt(Infinity);

/** A policy that decides by a function of the metadata and the context. */
function deciding(
  decide: (metadata: Readonly<Record<string, unknown>>, context: PolicyContext) => unknown,
): TerminationPolicy {
  return {
    name: 'deciding',
    description: 'Decides',
    shouldTerminate: ({ metadata }, context) => decide(metadata, context) as never,
    reset: () => undefined,
  };
}

describe('a run whose steps are valued', () => {
  it('shows the worth of each step to policies, in events and in the outcome', async () => {
    const seen: unknown[] = [];
    const reward = rewardBy(({ output }, { metrics }) => {
      seen.push(['before', metrics['last_reward']]);
      return Number(output) / 4;
    });
    const policy = deciding(({ reward: worth }, { metrics, history }) => {
      seen.push([worth, metrics['last_reward'], history.map((past) => past.metadata['reward'])]);
      return proceed;
    });
    const rewards: unknown[] = [];
    const loop = createRun(finalAt(3), null, { reward, policies: [policy] });
    for await (const event of loop) {
      if (event.type === 'step-end') {
        rewards.push(event.reward?.value);
        expect(event.result.metadata['reward']).toBe(event.reward?.value);
      }
      if (event.type === 'run-end') expect(event.result.rewards).toEqual([0.25, 0.5, 0.75]);
    }
    expect(rewards).toEqual([0.25, 0.5, 0.75]);
    expect(seen).toEqual([
      ['before', undefined],
      [0.25, 0.25, []],
      ['before', 0.25],
      [0.5, 0.5, [0.25]],
      ['before', 0.5],
    ]);
  });

  it('gives a reward policy the history too, and says nothing where no step is valued', async () => {
    const lengths: number[] = [];
    const reward = rewardBy((_, { history }) => lengths.push(history.length));
    await createRun(finalAt(3), null, { reward }).result;
    expect(lengths).toEqual([0, 1, 2]);
    const { rewards } = await createRun(finalAt(3), null).result;
    expect(rewards).toEqual([]);
  });

  it('does not count the reward of an earlier step again', async () => {
    const sums: unknown[] = [];
    const protocol = countingProtocol((count) =>
      Promise.resolve({
        type: 'continue',
        state: count,
        result: actionResult({ metadata: count === 1 ? { reward: 0.5 } : {} }),
      }),
    );
    const policy = deciding((_, { metrics }) => {
      sums.push(metrics['last_reward']);
      return proceed;
    });
    await createRun(protocol, null, { maxSteps: 2, policies: [policy] }).result;
    expect(sums).toEqual([0.5, undefined]);
  });

  it('does not value a step that the caller stopped', async () => {
    const protocol = countingProtocol((count) =>
      Promise.resolve({
        type: 'stop',
        state: count,
        result: actionResult({ actionType: 'stopped' }),
        stop: { finishReason: 'stopped', code: 'stopped', message: 'enough' },
      }),
    );
    const { rewards } = await createRun(protocol, null, {
      reward: createPolicyRegistry({ families: [rewardPolicies] }).getReward('strict'),
    }).result;
    expect(rewards).toEqual([]);
  });
});

describe('a run that asks how sure a step is', () => {
  it('tells policies, and rewards before them', async () => {
    const seen: unknown[] = [];
    const options: CreateRunOptions<string> = {
      confidence: ({ reply }) => (reply === '2' ? 0.9 : undefined),
      reward: rewardBy(({ metadata }) => Number(metadata['confidence'] ?? 0)),
      maxSteps: 2,
    };
    const policy = deciding((metadata) => {
      seen.push(metadata);
      return proceed;
    });
    await createRun(endless, null, { ...options, policies: [policy] }).result;
    expect(seen).toEqual([{ reward: 0 }, { confidence: 0.9, reward: 0.9 }]);
  });
});

describe('what is given to judge a run, and fails', () => {
  const boom = (): never => {
    throw new Error('boom');
  };

  it.each<[string, CreateRunOptions<string>, string, string]>([
    ['a reward throws', { reward: rewardBy(boom, 'mine') }, 'policy_failed', "The reward 'mine'"],
    ['a reward gives NaN', { reward: rewardBy(() => NaN) }, 'invalid_reward', 'got NaN'],
    ['a hook throws', { confidence: boom }, 'policy_failed', 'confidence failed: boom'],
    ['a hook gives text', { confidence: () => 'x' as never }, 'invalid_confidence', 'got "x"'],
    [
      'a hook gives a promise',
      { confidence: () => Promise.resolve(1) as never },
      'invalid_confidence',
      'got a Promise',
    ],
  ])('ends the run with an error that names it: %s', async (_, options, code, said) => {
    const outcome = await createRun(endless, null, options).result;
    expect(outcome).toMatchObject({ status: 'failed', steps: 1, stop: { code } });
    expect(outcome.status === 'failed' && outcome.stop.message).toContain(said);
  });

  it('does not take an answer away: it is a diagnostic then', async () => {
    const outcome = await createRun(finalAt(1), null, { reward: rewardBy(boom, 'mine') }).result;
    expect(outcome).toMatchObject({
      status: 'final',
      answer: 'yes',
      diagnostics: [
        { code: 'policy_failed', message: expect.stringMatching(/'mine'.*: boom$/) as string },
      ],
    });
  });

  it.each([
    ['a tuple', [true, 'x']],
    ['nothing', undefined],
    ['a promise', Promise.resolve(stop('c', 'r'))],
  ])('ends a run whose policy decides %s', async (_, decision) => {
    const failed = { status: 'failed', stop: { code: 'invalid_decision' } };
    const policy = deciding(() => decision);
    expect(await createRun(endless, null, { policies: [policy] }).result).toMatchObject(failed);
    const before = { ...deciding(() => proceed), beforeStep: () => decision as never };
    expect(await createRun(endless, null, { policies: [before] }).result).toMatchObject(failed);
    const guards = [policy];
    expect(await createRun(endless, null, { guards }).result).toMatchObject(failed);
  });

  it('refuses it at the call, however many runs start together', () => {
    const starts = Array.from({ length: 6 }, () => () => {
      createRun(endless, null, { maxSteps: 0, policies: [() => true as never] });
    });
    for (const start of starts) {
      createRun(endless, null, { maxSteps: 0 });
      expect(start).toThrow('policies[0]()');
    }
  });

  it('refuses a recipe that makes no policy at the call', () => {
    expect(() => createRun(endless, null, { policies: [() => true as never] })).toThrow(
      'policies[0]()',
    );
    expect(() => createRun(endless, null, { reward: {} as never })).toThrow('reward');
    expect(() => createRun(endless, null, { confidence: 1 as never })).toThrow('confidence');
  });
});
