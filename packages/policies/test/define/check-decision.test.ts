import { errorWith } from '@rlm/config/error-with';
import { describe, expect, it } from 'vitest';

import {
  actionResult,
  allOf,
  anyOf,
  policyContext,
  proceed,
  stop,
  type TerminationPolicy,
} from '../../src/index.js';
import { checkDecision } from '../../src/define/check-decision.js';
import { toStopCondition } from '../../src/ai-sdk/index.js';

const circular: Record<string, unknown> = {};
circular['self'] = circular;

const noDecisions: readonly (readonly [what: string, decision: unknown, shown: string])[] = [
  ['a tuple', [true, 'x'], '[true,"x"]'],
  ['nothing', undefined, 'undefined'],
  ['true', true, 'true'],
  ['a promise', Promise.resolve(proceed), 'a promise'],
  ['a stop without a code', { terminate: true, answer: null, reason: 'r' }, '{"terminate":true'],
  ['an answer that is no text', { ...stop('c', 'r'), answer: 42 }, '{"terminate":true,"answer":42'],
  ['a function', () => proceed, 'a function'],
  ['a circle', circular, 'an object'],
];

const deciding = (decision: unknown): TerminationPolicy => ({
  name: 'mine',
  description: 'Decides something',
  shouldTerminate: () => decision as never,
  reset: () => undefined,
});

describe('checkDecision', () => {
  it('gives decisions back', () => {
    for (const decision of [proceed, stop('c', 'r', 'a'), { terminate: false, note: 'n' }])
      expect(checkDecision('mine', decision)).toBe(decision);
  });

  it.each(noDecisions)('refuses %s', (_, decision, shown) => {
    expect(() => checkDecision('mine', decision)).toThrow(
      errorWith({ code: 'invalid_decision', facts: ["'mine'", shown] }),
    );
  });

  it.each(noDecisions)('keeps combinators and stop conditions from ignoring %s', (_, decision) => {
    const policy = deciding(decision);
    for (const combined of [anyOf(policy), allOf([policy]), anyOf(allOf(policy))])
      expect(() => combined.shouldTerminate(actionResult(), policyContext())).toThrow(/'mine'/);
    const before = { ...deciding(proceed), beforeStep: () => decision as never };
    expect(() => anyOf(before).beforeStep?.(policyContext())).toThrow(/'mine'/);
    const steps = [{ text: '', toolCalls: [], toolResults: [] }];
    expect(() => toStopCondition(policy)({ steps })).toThrow(/'mine'/);
  });
});
