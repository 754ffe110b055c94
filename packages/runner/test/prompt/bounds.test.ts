import { errorWith } from '@rlm/config/error-with';
import { describe, expect, it } from 'vitest';

import { renderVariables } from '../../src/turn/what-became.js';
import { describeError } from '../../src/errors.js';
import { resolveQuerySchema } from '../../src/schema/query-schema.js';

describe('what a guest or a provider can put into a prompt', () => {
  it('is a bounded list of bounded names', () => {
    const names = Array.from({ length: 1_000 }, (_, index) => `name_${index}`);
    const variables = ['a\n'.repeat(5_000_000), ...names].map((name) => ({
      name,
      typeName: 'T'.repeat(200),
      totalLength: 1,
      preview: '',
    }));
    const line = renderVariables(variables);
    expect(line.length).toBeLessThan(5_000);
    expect(line).toMatch(
      /^New or changed variables: (?:a ){50}\.\.\.: T{40}\.\.\.; name_0: T{40}\.\.\.; .*; and \d+ more$/,
    );
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
      errorWith({
        code: 'invalid_arguments',
        facts: [/\bschema\b.* 16000 characters.*, got over 16000\./],
      }),
    );
    expect(() => resolveQuerySchema('s'.repeat(1_000_000))).toThrow(/^.{0,200}$/);
  });
});
