import { describe, expect, it } from 'vitest';

import { REPLResult } from '@rlm/repl-types';

import { renderExecutions } from '../../src/prompt/execution-text.js';
import { describeError } from '../../src/errors.js';
import { resolveQuerySchema } from '../../src/schema/query-schema.js';

describe('what a guest or a provider can put into a prompt', () => {
  it('is a bounded list of bounded names', () => {
    const names = Array.from({ length: 1_000 }, (_, index) => `name_${index}`);
    const [shown] = renderExecutions([new REPLResult()], ['a'.repeat(5_000_000), ...names], 20_000);
    expect(shown?.text.length).toBeLessThan(6_500);
    expect(shown?.text).toContain(`'${'a'.repeat(100)}...', 'name_0'`);
    expect(shown?.text).toMatch(/'name_\d+', and \d+ more\]/);
  });

  it('is a failure in few words', () => {
    for (const fault of [new Error('x'.repeat(15_000_000)), 'x'.repeat(15_000_000)]) {
      const { message } = describeError(fault);
      expect(message.length).toBeLessThan(2_100);
      expect(message).toContain('14,998,000 characters left out');
    }
  });

  it('is no schema that is longer than its question', () => {
    const schema = { enum: Array.from({ length: 40_000 }, (_, index) => [index]) };
    expect(() => resolveQuerySchema(schema)).toThrow(
      /^schema: expected at most 16000 characters of JSON.*, got \d+: ask for less/,
    );
    expect(() => resolveQuerySchema('s'.repeat(1_000_000))).toThrow(/^.{0,200}$/);
  });
});
