import type { TerminationPolicy, AnswerReview } from '@rlm/policies';
import { describe, expect, it } from 'vitest';

import { createRun } from '../../src/index.js';
import { actionResult, countingProtocol } from '../helpers.js';

/** A policy that says of each answer what it is told to, and remembers what it saw. */
function reviewer(
  ...reviews: readonly (() => unknown)[]
): TerminationPolicy & { readonly seen: unknown[] } {
  const left = [...reviews];
  const seen: unknown[] = [];
  return {
    name: 'reviewer',
    description: 'Reviews answers',
    shouldTerminate: () => ({ terminate: false }),
    reviewAnswer(result, { step, metrics }) {
      seen.push([result.output, step, metrics['read']]);
      return (left.shift()?.() ?? { accept: true }) as AnswerReview;
    },
    reset: () => undefined,
    seen,
  };
}

const back = () => ({ accept: false, code: 'too_little', reason: 'Read more.' });

/** Answers at each step, and goes on where the answer comes back. */
const asking = countingProtocol(
  async (count, context) => {
    const sent = await context.reviewAnswer(actionResult({ output: `answer ${count}` }));
    return sent === undefined ? { final: `answer ${count}` } : 'continue';
  },
  { metrics: (count) => ({ read: count / 10 }) },
);

describe('context.reviewAnswer', () => {
  it('asks the policies in their order, until one sends the answer back', async () => {
    const [first, second] = [reviewer(() => undefined, back), reviewer(back)];
    const outcome = await createRun(asking, null, { policies: [first, second] }).result;
    expect(outcome).toMatchObject({ status: 'final', answer: 'answer 3', steps: 3 });
    expect(first.seen).toEqual([
      ['answer 1', 1, 0],
      ['answer 2', 2, 0.1],
      ['answer 3', 3, 0.2],
    ]);
    expect(second.seen).toHaveLength(2);
  });

  it('lets an answer stand where no policy says otherwise, or one throws: a diagnostic', async () => {
    expect(await createRun(asking, null).result).toMatchObject({ answer: 'answer 1' });
    const noted = reviewer(() => ({ accept: true, note: 'so be it' }));
    expect(await createRun(asking, null, { policies: [noted] }).result).toMatchObject({
      answer: 'answer 1',
      diagnostics: [{ code: 'reviewer', message: 'so be it' }],
    });
    const throwing = reviewer(() => {
      throw new Error('no');
    });
    expect(await createRun(asking, null, { policies: [throwing] }).result).toMatchObject({
      answer: 'answer 1',
      diagnostics: [{ code: 'policy_failed' }],
    });
    expect(
      await createRun(asking, null, { policies: [reviewer(() => true)] }).result,
    ).toMatchObject({
      answer: 'answer 1',
      diagnostics: [{ code: 'invalid_decision' }],
    });
  });

  it('tells of an answer that a protocol did not ask about', async () => {
    const silent = countingProtocol(() => Promise.resolve({ final: 'mine' }));
    const outcome = await createRun(silent, null, { policies: [reviewer(back)] }).result;
    expect(outcome).toMatchObject({
      answer: 'mine',
      diagnostics: [{ code: 'answer_not_sent_back' }],
    });
  });
});
