import { memoryStore } from '@rlm/journal';
import type { PolicySource } from '@rlm/kernel';
import { runTask } from '@rlm/penguin-engine';
import { scriptedModel } from '@rlm/kernel/testing';
import { maxSteps, rewardThreshold } from '@rlm/policies';
import { describe, expect, it } from 'vitest';

import { runRlm, type RlmEvent } from '../src/index.js';
import { cell } from './support/cell.js';
import { watchedBackend } from './support/watched-backend.js';

type Decision = Extract<RlmEvent, { type: 'policy-decision' }>;

const isDecision = (event: { readonly type: string }): event is Decision =>
  event.type === 'policy-decision';

async function decisionsOf(run: AsyncIterable<{ readonly type: string }>): Promise<Decision[]> {
  const found: Decision[] = [];
  for await (const event of run) if (isDecision(event)) found.push(event);
  return found;
}

const short = ({ step, policy, terminate, code, reason }: Decision): unknown[] => [
  step,
  policy,
  terminate,
  code,
  reason,
];

const options = () => ({
  model: scriptedModel([cell('var a = 1'), cell('var b = 2'), cell('FINAL(a + b)')]),
  sandbox: watchedBackend(),
  query: 'q',
});

describe('policy-decision', () => {
  it('tells what each policy said after each step, with the figures that it was shown', async () => {
    const decisions = await decisionsOf(
      runRlm({
        ...options(),
        policies: [() => rewardThreshold(), 'convergence', () => maxSteps({ maxSteps: 2 })],
        wrapUp: false,
      }),
    );
    expect(decisions.map(short)).toEqual([
      [1, 'reward_threshold', false, undefined, expect.stringContaining('reward')],
      [1, 'convergence', false, undefined, undefined],
      [1, 'max_steps', false, undefined, undefined],
      [2, 'reward_threshold', false, undefined, undefined],
      [2, 'convergence', false, undefined, undefined],
      [2, 'max_steps', true, 'max_steps', expect.stringContaining('2')],
    ]);
    expect(decisions[0]?.metrics).toMatchObject({ consecutive_errors: 0, cost_usd: 0 });
  });

  it('stands between a step-end and what follows it; a policy behind one that stops is not asked', async () => {
    const types: string[] = [];
    const run = runRlm({
      ...options(),
      policies: [() => maxSteps({ maxSteps: 1 }), 'convergence'],
      wrapUp: false,
    });
    for await (const { type } of run) types.push(type);
    expect(types.slice(types.indexOf('step-end')).slice(0, 3)).toEqual([
      'step-end',
      'policy-decision',
      'wrap-up-start',
    ]);
  });

  it('is told by runTask too, and by neither without policies', async () => {
    const replies = ['Thinking about it.', 'Still thinking about it.'];
    const task = (policies: readonly PolicySource[]) =>
      runTask({ model: scriptedModel(replies), prompt: 'p', policies, maxSteps: 2 });
    const told = await decisionsOf(task(['convergence']));
    expect(told[0]).toMatchObject({ policy: 'convergence', when: 'after', terminate: false });
    expect(await decisionsOf(task([]))).toEqual([]);
    expect(await decisionsOf(runRlm(options()))).toEqual([]);
  });

  it('is the same when a run is given again from its journal', async () => {
    const store = memoryStore();
    const policies: readonly PolicySource[] = [() => rewardThreshold(), 'convergence'];
    const first = await decisionsOf(
      runRlm({ ...options(), policies, journal: await store.create({ runId: 'r' }) }),
    );
    const again = await decisionsOf(
      runRlm({ ...options(), policies, journal: await store.open('r') }),
    );
    expect(first.length).toBeGreaterThan(2);
    expect(again).toEqual(first.map((decision) => ({ ...decision, replayed: true })));
  });
});
