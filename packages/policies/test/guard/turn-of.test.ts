import { noProgress, repeatedResponse } from '../../src/index.js';
import { describe, expect, it } from 'vitest';

import { turnOf } from '../../src/guard/turn-of.js';

import { makeContext, makeResult, makeTurn } from '../make.js';

describe('the turn of a step that names none', () => {
  it('is a call with what it printed and how it failed', () => {
    const metadata = { code: 'print(x)', calls: ['llm_query'] };
    const called = { action: 'code', arguments: ['print(x)', ['llm_query']] };
    const turn = { malformed: false, reply: '', mode: 'response' };
    expect(turnOf(makeResult({ output: '1\n', success: true, metadata }))).toEqual({
      ...turn,
      results: [{ ...called, result: '1\n', status: 'completed' }],
    });
    const failed = makeResult({ output: '1\n', error: 'no x', success: false, metadata });
    expect(turnOf(failed)).toEqual({
      ...turn,
      results: [{ ...called, result: '1\nno x', status: 'error' }],
    });
  });

  it.each(['text', 'final'] as const)('is a reply, if it is a %s', (actionType) => {
    expect(turnOf(makeResult({ actionType, output: '42' }))).toEqual({
      ...{ malformed: false, reply: '42', results: [], mode: 'response' },
    });
  });

  it('is the one of its metadata, if that has one', () => {
    const turn = makeTurn({ reply: 'All done.', malformed: true });
    expect(turnOf(makeResult({ output: 'x', metadata: { turn } }))).toEqual(turn);
  });
});

describe('policies over steps that name no turn', () => {
  /** Which steps of a run end it. */
  const ends = (policy: ReturnType<typeof noProgress>, steps: Parameters<typeof makeResult>[0][]) =>
    steps.map(
      (step, at) =>
        policy.shouldTerminate(makeResult(step), makeContext({ step: at + 1 })).terminate,
    );

  it('no_progress takes another error for something new, and no output for nothing', () => {
    const [one, two] = ['one', 'two'].map((error) => ({ error, success: false }));
    expect(ends(noProgress({ maxSteps: 1 }), [one, two, two])).toEqual([false, false, true]);
    expect(ends(noProgress({ maxSteps: 1 }), [{ output: '' }])).toEqual([true]);
  });

  it('repeated_response takes no step that failed for one that did not', () => {
    const step = (success: boolean) => ({ output: 'x', success });
    const same = [step(true), step(true), step(true)];
    expect(ends(repeatedResponse(), same)).toEqual([false, false, true]);
    expect(ends(repeatedResponse(), [step(true), step(true), step(false)])).toEqual([
      false,
      false,
      false,
    ]);
  });
});
