import { errorWith } from '@rlm/config/error-with';
import { describe, expect, it } from 'vitest';

import { toStopCondition } from '../../src/ai-sdk/index.js';
import {
  allOf,
  anyOf,
  createPolicyRegistry,
  defineTermination,
  maxSteps,
  not,
  proceed,
  type TerminationPolicy,
  type AnswerReview,
  coverage,
} from '../../src/index.js';
import { withReward, rewardBy } from '../../src/reward/index.js';
import { makeContext, makeResult } from '../make.js';

const answer = makeResult({ actionType: 'final', output: '42' });

function review(
  policy: TerminationPolicy,
  read: number | undefined,
  task = 'How many are there in all?',
): AnswerReview | undefined {
  const metrics = read === undefined ? {} : { coverage: read };
  return policy.reviewAnswer?.(answer, makeContext({ task, metrics }));
}

describe('coverage', () => {
  it('sends an answer back once a run, when too little was read', () => {
    const policy = coverage({ min: 0.5 });
    const sent = review(policy, 0.1239);
    expect(sent).toMatchObject({ accept: false, code: 'coverage' });
    expect(sent?.accept === false && sent.reason).toContain('12.3 %');
    expect(review(policy, 0.1)).toEqual({ accept: true });
    policy.reset();
    expect(review(policy, 0)).toMatchObject({ accept: false });
  });

  it.each([
    ['as much was read as is wanted', { min: 0.5 }, 0.5, 'All?'],
    ['nobody says how much was read', {}, undefined, 'All?'],
    ['the question asks for a part', {}, 0, 'Who wrote the letter to Ada?'],
    ['its pattern finds nothing', { when: '\\balle\\b' }, 0, 'List all of them'],
  ])('lets an answer stand where %s', (_, config, read, task) => {
    expect(review(coverage(config), read, task)).toEqual({ accept: true });
  });

  it.each([
    ['How many lines name a railroad?', {}],
    ['Summarize the report', {}],
    ['Which speech is the longest?', {}],
    ['List the names', {}],
    ['Welche sind es alle?', { when: /\balle\b/ }],
    ['Who?', { when: '' }],
  ])('looks at all for the question %j', (task, config) => {
    expect(review(coverage(config), 0, task)).toMatchObject({ accept: false });
  });

  it('ends nothing, and says once that nobody says how much was read', () => {
    const policy = coverage();
    const decide = () => policy.shouldTerminate(makeResult({}), makeContext({ metrics: {} }));
    expect(decide()).toMatchObject({ terminate: false, note: expect.any(String) as string });
    expect(decide()).toEqual({ terminate: false });
    const known = makeContext({ metrics: { coverage: 0 } });
    expect(coverage().shouldTerminate(answer, known)).toEqual({ terminate: false });
  });

  it('is there by name, and refuses wrong options', () => {
    const made = createPolicyRegistry().getTermination('coverage', { min: 1 });
    expect(review(made, 0.99)).toMatchObject({ accept: false });
    expect(() => coverage({ min: 1.5 })).toThrow('min');
    expect(() => coverage({ when: '(' })).toThrow('a regular expression');
  });
});

describe('a policy that sends answers back', () => {
  const steps = maxSteps({ maxSteps: 9 });

  it.each([
    ['anyOf', anyOf(coverage(), steps), false],
    ['allOf', allOf(coverage(), steps), true],
    ['allOf of two that do', allOf(coverage(), coverage()), false],
    ['not', not(coverage()), true],
    [
      'withReward',
      withReward(
        rewardBy(() => 1),
        coverage(),
      ),
      false,
    ],
    [
      'composite',
      createPolicyRegistry().getTermination('composite', { policies: ['coverage', 'max_steps'] }),
      false,
    ],
  ])('is heard in %s', (_, policy, accept) => {
    expect(review(policy, 0)?.accept ?? true).toBe(accept);
  });

  it('leaves policies that send nothing back as they are', () => {
    expect(steps).not.toHaveProperty('reviewAnswer');
    expect(anyOf(steps, steps)).not.toHaveProperty('reviewAnswer');
  });

  it('is refused as a stop condition, which ends with the answer', () => {
    expect(() => toStopCondition(coverage())).toThrow(
      errorWith({ code: 'invalid_policy', facts: ["'coverage'"] }),
    );
  });

  it.each([[true], [{ accept: false }], [{ accept: false, code: 'x', reason: ' ' }], [undefined]])(
    'is refused the review %j by combinators',
    (given) => {
      const policy = defineTermination({
        name: 'odd',
        description: 'Says something else',
        defaults: {},
        start: () => ({
          shouldTerminate: () => proceed,
          reviewAnswer: () => given as never,
        }),
      })();
      const wrong = { ...policy, reviewAnswer: () => given as never };
      expect(() => review(anyOf(wrong), 0)).toThrow(
        errorWith({ code: 'invalid_decision', facts: ["'odd'"] }),
      );
    },
  );
});
