import { describe, expect, it } from 'vitest';

import { chooseFinalCall, detectFinalInText, findFinalCalls, stripFinal } from '../src/index.js';

describe('detectFinalInText', () => {
  const corrected = 'FINAL(41)\nWait.\nFINAL_VAR(x)\nFINAL(42)\nFINAL_VAR(y)\nSUBMIT(a=1)';

  it.each([
    [{}, 'x'],
    [{ prefer: 'last' }, 'y'],
    [{ precedence: ['direct', 'variable'] }, '41'],
    [{ precedence: ['direct'], prefer: 'last' }, '42'],
    [{ precedence: ['submit'] }, ''],
  ] as const)('chooses by %j', (options, content) => {
    expect(detectFinalInText(corrected, options).content).toBe(content);
  });

  it.each([
    ["final('x')", 'x'],
    ['Final_Var("x")', 'x'],
    ['the final (and only) report', null],
    ['final(42)', null],
  ])('takes %s in any case only with a quoted argument', (text, content) => {
    expect(detectFinalInText(text, { caseSensitive: false }).content).toBe(content);
    expect(detectFinalInText(text).content).toBeNull();
  });

  it('says where the call stands and what it was', () => {
    expect(detectFinalInText('Done.\n**FINAL("a")**')).toEqual({
      detected: true,
      finalType: 'direct',
      content: 'a',
      rawMatch: 'FINAL("a")',
      span: [8, 18],
      nearMisses: [],
    });
  });

  it.each([
    ['FINAL(42', 'unclosed', 'closing parenthesis'],
    ['FINAL_VAR(x[0])', 'not-an-identifier', 'FINAL_VAR: name one variable'],
    ['SUBMIT("x")', 'not-an-identifier', 'SUBMIT: name the fields'],
    ['FINAL(<answer>)', 'placeholder', 'placeholder'],
    ['FINAL(your answer)', 'placeholder', 'placeholder'],
    ['FINAL("your answer here")', 'placeholder', 'placeholder'],
    ['FINAL()', 'empty', 'no answer'],
    ['FINAL(42) it is', 'mid-sentence', 'line of its own'],
    ['```\nFINAL(42)\n```', 'in-code', 'tagged `repl`'],
  ])('gives %j as a near miss with a line for the model', (text, code, fact) => {
    const hint = expect.stringContaining(fact) as string;
    expect(detectFinalInText(text).nearMisses).toMatchObject([{ code, hint }]);
  });

  it('takes the words of a placeholder if they are quoted', () => {
    expect(detectFinalInText('FINAL("your answer")').content).toBe('your answer');
  });

  it.each([
    ['Answer: FINAL(smile :))', 'smile :)'],
    ['(Answer: FINAL(smile :))', 'smile :'],
    ['(a) FINAL(smile :))', 'smile :)'],
    ['((Answer: FINAL(smile :))))', 'smile :)'],
  ])('leaves to the sentence around %j the parentheses that it opened', (text, content) => {
    expect(detectFinalInText(text).content).toBe(content);
  });

  it('gives a call in code as one in code, and none of the prose before it', () => {
    const text =
      'Say FINAL(1) here.\n```\nFINAL(42)\n```\nOr FINAL(2) there, as in `FINAL(3)` or so.';
    expect(
      detectFinalInText(text).nearMisses.map(({ code, span }) => [code, text.slice(...span)]),
    ).toEqual([
      ['mid-sentence', 'FINAL(1)'],
      ['in-code', 'FINAL('],
      ['mid-sentence', 'FINAL(2)'],
      ['in-code', 'FINAL('],
    ]);
  });

  it('gives at most 16 near misses', () => {
    expect(detectFinalInText('FINAL()\n'.repeat(50)).nearMisses).toHaveLength(16);
  });

  it('gives frozen data', () => {
    const found = detectFinalInText('SUBMIT(a=1)');
    for (const part of [found, found.nearMisses, found.span, found.submitFields]) {
      expect(Object.isFrozen(part)).toBe(true);
    }
  });
});

describe('findFinalCalls', () => {
  it('gives every call that counts, in the order of the text', () => {
    const { calls } = findFinalCalls('FINAL(a)\nFINAL_VAR(b)\nSUBMIT(c=1)');
    expect(calls.map(({ finalType }) => finalType)).toEqual(['direct', 'variable', 'submit']);
    expect(chooseFinalCall(calls)?.content).toBe('b');
  });
});

describe('stripFinal', () => {
  it('removes the call that counts and leaves the markdown around it', () => {
    expect(stripFinal('A.\n**FINAL(b)**\nC.')).toBe('A.\n****\nC.');
  });
});
