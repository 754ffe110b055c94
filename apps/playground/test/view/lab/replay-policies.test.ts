import type { NamedTermination, TerminationPolicy } from '@rlm/policies';
import type { RlmEvent, RunRlmOptions } from '@rlm/runner';
import { describe, expect, it } from 'vitest';

import { replayPolicies } from '../../../src/view/lab/replay-policies.js';
import type { LabPolicy, LabVerdict } from '../../../src/view/lab/lab-report.js';
import { cell, eventsOf, exampleRun, writtenAndRead } from '../../support/example-runs.js';

const usage = { inputTokens: 100, outputTokens: 20, costUsd: 0.01 };
const say = (text: string) => ({ text, usage });

/** What is said in the same words, what fails, what a policy reads an answer in, and an answer at last. */
const replies = [
  say(cell('const n = context.length; print(n)', 'Ten out of ten.')),
  say('ok'),
  say(cell('nope()', 'I try.')),
  say(cell('nope()', 'I try.')),
  say(cell('nope()', 'I try.')),
  say('The answer is 7, as far as I can see.'),
  say(cell('const kept = "kept words"; print(await llm_query("What is it?"))', 'I think: 7.')),
  say('I think that the variable kept has it, FINAL_VAR(gone)'),
  // What it prints was not read before it answered.
  say(cell('print(context); FINAL("all of it")')),
  // Where the first one was sent back.
  say(cell('FINAL("all of it")')),
];

/** Never ends a run; that it is asked puts the figures into the log. */
const watcher: TerminationPolicy = {
  name: 'watcher',
  description: 'Watches',
  shouldTerminate: () => ({ terminate: false }),
  reset: () => undefined,
};

const options: Partial<RunRlmOptions> = {
  query: 'How many words are in all of it?',
  subModel: () => ({ text: 'It.', usage }),
  prices: 'reported',
  reward: 'default',
  confidence: ({ reply }) => (reply.includes('I think') ? 0.95 : 0.1),
  coverage: true,
  wrapUp: false,
  limits: { maxConsecutiveErrors: 20 },
};
const run = (more: Partial<RunRlmOptions> = {}): Promise<RlmEvent[]> =>
  eventsOf(replies, { ...options, ...more });
const whole = await run({ policies: [() => watcher] });

/** How a real run with a policy ended: its last step, and why. */
async function really(
  policy: LabPolicy,
): Promise<{ stop: LabVerdict['stop'] | undefined; sentBack: boolean; answer: string | null }> {
  const named = { name: policy.name, config: policy.config ?? {} } as NamedTermination;
  const events = await run({ policies: [named] });
  const end = events.at(-1);
  if (end?.type !== 'run-end') throw new Error('no end');
  const said = events.findLast((event) => event.type === 'policy-decision' && event.terminate);
  const { stop, answer } = end.result;
  const sentBack = events.some(
    (event) => event.type === 'notice' && event.code === 'answer_sent_back',
  );
  if (said?.type !== 'policy-decision' || stop?.finishReason !== 'policy')
    return { stop: stop === null ? null : undefined, sentBack, answer };
  const { code, message: reason } = stop;
  return { stop: { step: said.step, when: said.when, code, reason }, sentBack, answer };
}

const cases: readonly LabPolicy[] = [
  { name: 'final_pattern' },
  { name: 'final_pattern', config: { finalPatterns: ['The answer is (\\d)'] } },
  { name: 'reward_threshold', config: { minRewardThreshold: 0.05 } },
  { name: 'reward_threshold', config: { maxNegativeStreak: 2, minRewardThreshold: 0.9 } },
  { name: 'confidence', config: { confidenceThreshold: 0.9 } },
  {
    name: 'composite',
    config: {
      policies: [{ name: 'max_steps', config: { maxSteps: 3 } }, 'error_streak'],
      requireAll: true,
    },
  },
  { name: 'max_steps', config: { maxSteps: 4 } },
  { name: 'max_steps' },
  { name: 'wall_clock', config: { maxMs: 3_600_000 } },
  { name: 'token_budget', config: { maxTokens: 500 } },
  { name: 'token_budget', config: { maxTokens: 840 } },
  { name: 'cost_budget', config: { maxCostUsd: 0.055 } },
  { name: 'cost_budget', config: { maxCostUsd: 0.075 } },
  { name: 'error_streak', config: { maxErrors: 2 } },
  { name: 'repeated_response' },
  { name: 'trivial_response' },
  { name: 'no_progress', config: { maxSteps: 2 } },
  { name: 'convergence' },
  { name: 'coverage' },
  { name: 'coverage', config: { min: 0 } },
  { name: 'wallet_guard' },
];

describe('replayPolicies', () => {
  it.each(cases)('finds what a real run with the policy did: %j', async (policy) => {
    const real = await really(policy);
    for (const events of [whole, await writtenAndRead(whole)]) {
      const { verdicts, run: read } = replayPolicies(events, { policies: [policy] });
      expect(read.isExact).toBe(true);
      const [verdict] = verdicts;
      expect(verdict?.stop).toEqual(real.stop);
      expect(verdict?.sentBack !== undefined).toBe(real.sentBack);
      if (verdict?.answerFrom === 'policy') expect(verdict.answer).toBe(real.answer);
    }
  });

  it('covers policies that stop, that send back, and that let the run go on', () => {
    const { verdicts } = replayPolicies(whole, { policies: cases });
    const stopped = verdicts.filter(({ stop }) => stop !== null);
    expect(stopped.length).toBeGreaterThan(12);
    expect(verdicts.some(({ stop }) => stop === null)).toBe(true);
    expect(verdicts.some(({ sentBack }) => sentBack !== undefined)).toBe(true);
    expect(stopped.some(({ answerFrom }) => answerFrom === 'policy')).toBe(true);
  });

  it('says what was used until there, and with which answer it would have ended', () => {
    const {
      verdicts,
      together,
      run: read,
    } = replayPolicies(whole, {
      policies: [{ name: 'max_steps', config: { maxSteps: 2 } }, { name: 'max_steps' }],
      limits: { maxSteps: 7, maxTokens: 480, maxCostUsd: 1, maxConsecutiveErrors: 3 },
    });
    expect(verdicts).toMatchObject([
      {
        label: 'max_steps (maxSteps: 2)',
        stop: { step: 2, when: 'after', code: 'max_steps' },
        answerFrom: 'wrap-up',
        answer: null,
        spent: { steps: 2, tokens: 240, costUsd: 0.02, calls: 2 },
      },
      {
        label: 'max_steps',
        stop: null,
        answerFrom: 'run',
        answer: 'all of it',
        spent: read.whole,
      },
      { label: 'limit maxSteps: 7', stop: { step: 7, code: 'max_steps' } },
      {
        label: 'limit maxTokens: 480',
        stop: { step: 4 },
        notes: [expect.stringMatching(/does not fit the limit/)],
      },
      { label: 'limit maxCostUsd: 1', stop: null, notes: [] },
      { label: 'limit maxConsecutiveErrors: 3', stop: { step: 4, code: 'max_errors' } },
    ]);
    expect(together).toBe(verdicts[0]);
    expect(read.whole).toMatchObject({ steps: 9, tokens: 10 * 120, calls: 10 });
  });

  it('judges by the time that policies were shown', () => {
    const at = (maxMs: number) =>
      replayPolicies(whole, { policies: [{ name: 'wall_clock', config: { maxMs } }] }).together;
    const { steps } = replayPolicies(whole, { policies: [] }).run;
    const { elapsed_ms: third = 0 } = steps[2]?.metrics ?? {};
    expect(third).toBeGreaterThan(0);
    expect(at(third).stop).toMatchObject({ step: 3, when: 'after', code: 'wall_clock' });
    expect(at(third).spent.timeMs).toBe(third);
  });

  it('refuses a policy that there is not, and an option that it has not', () => {
    expect(() => replayPolicies(whole, { policies: [{ name: 'max_stepz' }] })).toThrow(/max_steps/);
    const wrong = { name: 'max_steps', config: { most: 1 } };
    expect(() => replayPolicies(whole, { policies: [wrong] })).toThrow(/most/);
  });

  it('says that figures are not exact where no policy was asked, and what a policy lacks', async () => {
    const { run: read, verdicts } = replayPolicies(await exampleRun('a limit, with a wrap-up'), {
      policies: [{ name: 'reward_threshold' }, { name: 'max_steps', config: { maxSteps: 1 } }],
    });
    expect(read.isExact).toBe(false);
    expect(verdicts[0]?.notes.join()).toMatch(/reward/);
    expect(verdicts[1]).toMatchObject({ stop: { step: 1 } });
  });

  it('takes an empty log, and a task', async () => {
    expect(replayPolicies([], { policies: [{ name: 'max_steps' }] }).together.stop).toBeNull();
    const task = await exampleRun('a task with a tool');
    const { verdicts } = replayPolicies(task, {
      policies: [{ name: 'max_steps', config: { maxSteps: 1 } }],
    });
    expect(verdicts).toMatchObject([{ stop: { step: 1 }, spent: { calls: 1 } }]);
  });

  it.each([
    [{ maxTokens: -5 }, /\bmaxTokens .*whole number from 1, got -5/],
    [{ maxSteps: 2.5 }, /\bmaxSteps .*whole number from 1, got 2\.5/],
    [{ maxCostUsd: -1 }, /\bmaxCostUsd .*number from 0, got -1/],
  ])('refuses a limit that no run takes: %j', (limits, message) => {
    expect(() => replayPolicies([], { policies: [], limits })).toThrow(message);
  });
});
