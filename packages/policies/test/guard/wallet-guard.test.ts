import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { walletGuard, type WalletGuardOptions, type GuardVerdict } from '../../src/guard/index.js';
import type { Turn } from '../../src/index.js';
import { actingTurn, makeContext, makeResult, makeTurn } from '../make.js';

function observe(turns: readonly Turn[], options?: WalletGuardOptions): readonly GuardVerdict[] {
  const guard = walletGuard(options);
  return turns.map((turn) => guard.observe(turn));
}

function last(turns: readonly Turn[], options?: WalletGuardOptions): GuardVerdict | undefined {
  return observe(turns, options).at(-1);
}

const repeat = (turn: Turn, times: number): readonly Turn[] =>
  Array.from({ length: times }, () => turn);

describe('walletGuard', () => {
  it('lets a model go on whose call was not taken for its own, unless it does so again and again', () => {
    const text = { ...makeTurn({ reply: 'FINAL(a)' }), echoed: true };
    const acted = { ...actingTurn('<a/>', '<a/>'), echoed: true };
    expect(observe([text, acted]).map(({ stop }) => stop)).toEqual([false, false]);
    expect(last(repeat(acted, 3))).toMatchObject({ rule: 'repeat', status: 'repeated_response' });
  });

  it('takes no empty reply for the echo of an empty result', () => {
    expect(last([actingTurn('', '')])).toMatchObject({ stop: false });
    expect(last([actingTurn('', ''), actingTurn('', 'x')])?.rule).not.toBe('echo');
  });

  it.each<[string, readonly Turn[], string, string]>([
    ['text in task mode', [makeTurn({ reply: 'All done.' })], 'no_action', 'implicit_completion'],
    [
      'text in response mode',
      [makeTurn({ reply: 'All done.', mode: 'response' })],
      'no_action',
      'completed',
    ],
    ['an echoed result', [actingTurn('[Tool Result] 42')], 'echo', 'implicit_completion'],
    [
      'the text of an earlier result',
      [actingTurn('go', 'a long  result'), actingTurn('a long result', 'x')],
      'echo',
      'implicit_completion',
    ],
    ['the same turn', repeat(actingTurn('go'), 3), 'repeat', 'repeated_response'],
    [
      'the same call without text',
      repeat(actingTurn(''), 3),
      'repeat',
      'repeated_empty_tool_only_iterations',
    ],
    [
      'three turns in turn',
      Array.from('abcabcabc').map((reply) => actingTurn(reply)),
      'repeat',
      'repeated_response',
    ],
    ['empty replies', repeat(makeTurn(), 3), 'repeat', 'repeated_response'],
    [
      'replies that a provider puts in the place of an empty one',
      repeat(makeTurn({ reply: '[Empty response from model]' }), 3),
      'repeat',
      'repeated_response',
    ],
    [
      'failed actions that say little',
      ['1', '2', '3'].map((at) => makeTurn({ reply: `<x>${at}</x>` })),
      'trivial',
      'repeated_response',
    ],
    [
      'broken syntax',
      repeat(makeTurn({ reply: '<execute>print(1' }), 4),
      'malformed',
      'malformed_action_output',
    ],
  ])('ends on %s', (_, turns, rule, status) => {
    const verdicts = observe(turns);
    expect(verdicts.slice(0, -1).map(({ stop }) => stop)).not.toContain(true);
    expect(verdicts.at(-1)).toMatchObject({ stop: true, rule, status });
    expect(verdicts.at(-1)?.evidence).toMatch(/./);
  });

  it.each<[string, readonly Turn[]]>([
    ['results that change', ['1', '2', '3', '4'].map((at) => actingTurn('poll', at))],
    ['arguments that change', [1, 2, 3, 4].map((at) => actingTurn('', 'ok', { at }))],
    ['short replies that act', ['a', 'b', 'c', 'd'].map((reply) => actingTurn(reply))],
    ['an unknown pair of tags', [makeTurn({ reply: '<run_it>x</run_it> please' })]],
    ['a tag that breaks off', [makeTurn({ reply: 'I will <finish_' })]],
    ['a finish that closes itself', [makeTurn({ reply: 'Done. <finish_response/>' })]],
    ['what the parser calls malformed', [makeTurn({ reply: 'looks fine', malformed: true })]],
  ])('goes on with %s', (_, turns) => {
    expect(observe(turns).map(({ stop }) => stop)).not.toContain(true);
  });

  it.each([
    'Use <execute> for that, all done.',
    'Close it with </execute>.',
    'a < b and b > c',
    'x << 2',
    'A List<String> x',
    'Open with `<search>` text.',
    '```xml\n<note>hello</note>\n```\nThat is the file.',
    '<p>A <strong>page</strong> of <H2>HTML</H2></p>',
    '<think>hm</think>The answer is 42.',
  ])('takes for finished text: %s', (reply) => {
    expect(last([makeTurn({ reply })])).toMatchObject({ stop: true, rule: 'no_action' });
  });

  it('trusts a parser that found nothing wrong', () => {
    const turn = makeTurn({ reply: '<execute>print(1', malformed: false });
    expect(last([turn])).toMatchObject({ stop: true, rule: 'no_action' });
  });

  it('compares whole replies, not their beginning', () => {
    const long = 'x'.repeat(5_000);
    const turns = ['1', '2', '3'].map((at) => actingTurn(long + at));
    expect(last(turns)).toMatchObject({ stop: false, rule: null });
  });

  it('looks for cycles of up to four turns, if it is not told another length', () => {
    const cycling = (turns: string) =>
      last(Array.from(turns.repeat(3)).map((reply) => actingTurn(reply)))?.stop;
    expect(['abcd', 'abcde'].map(cycling)).toEqual([true, false]);
  });

  it('ends polling when it is told how long to wait', () => {
    const turns = ['1', '2', '3', '4'].map((at) => actingTurn('poll', at));
    expect(observe(turns, { maxPolls: 4 }).map(({ rule }) => rule)).toEqual([
      null,
      null,
      null,
      'polling',
    ]);
  });

  it('gives one note before it ends a stuck run, when it escalates', () => {
    const verdicts = observe(repeat(actingTurn('go'), 4), { escalate: true });
    expect(verdicts[2]).toMatchObject({ stop: false, status: null, rule: 'repeat' });
    expect(verdicts[2]?.note).toContain('a cycle of 1');
    expect(verdicts[3]).toMatchObject({ stop: true, status: 'repeated_response' });
  });

  it('gives no note to a model that has finished', () => {
    expect(last([makeTurn({ reply: 'All done.' })], { escalate: true })).toMatchObject({
      stop: true,
    });
  });

  it('turns rules off with Infinity', () => {
    const off = { repeats: Infinity, maxTrivial: Infinity, maxMalformed: Infinity };
    expect(last(repeat(makeTurn(), 50), off)?.stop).toBe(false);
    expect(last(repeat(makeTurn({ reply: '</run_it>' }), 50), off)?.stop).toBe(false);
  });

  it('is a policy that reads the turn of a step, and passes over steps without one', () => {
    const guard = walletGuard();
    const context = makeContext();
    expect(guard.shouldTerminate(makeResult(), context)).toEqual({ terminate: false });
    const turn = makeTurn({ reply: 'All done.', mode: 'response' });
    expect(guard.shouldTerminate(makeResult({ metadata: { turn } }), context)).toEqual({
      terminate: true,
      answer: 'All done.',
      code: 'completed',
      reason: expect.stringMatching(/^no_action: /) as string,
    });
  });

  it('passes its note on as a policy', () => {
    const guard = walletGuard({ escalate: true });
    const results = repeat(actingTurn('go'), 3).map((turn) => makeResult({ metadata: { turn } }));
    const decisions = results.map((result) => guard.shouldTerminate(result, makeContext()));
    expect(decisions[2]).toMatchObject({
      terminate: false,
      note: expect.stringContaining('Stuck') as string,
    });
  });

  it('never calls a stuck run a success, whatever came before', () => {
    const turns = fc.array(
      fc.record({
        reply: fc.constantFrom('', 'go', 'look', '<x>'),
        result: fc.constantFrom('1', '2'),
      }),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(turns, fc.constantFrom('response', 'task'), (before, mode) => {
        const acting = [
          ...before,
          ...repeat({ reply: 'again and again', result: 'same' } as never, 3),
        ];
        const verdict = last(
          (acting as readonly { reply: string; result: string }[]).map(({ reply, result }) => ({
            ...actingTurn(reply, result),
            mode: mode,
          })),
        );
        expect(verdict).toMatchObject({ stop: true, status: 'repeated_response' });
      }),
    );
  });
});
