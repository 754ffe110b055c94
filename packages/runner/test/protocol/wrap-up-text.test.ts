import { scriptedModel, type ScriptedReply } from '@rlm/kernel/testing';
import type { TerminationPolicy } from '@rlm/policies';
import { describe, expect, it } from 'vitest';

import { runRlm, type RunRlmOptions } from '../../src/index.js';
import { cell } from '../support/cell.js';
import { quickjs } from '@rlm/sandbox/quickjs';
import { sharedPython } from '../support/shared-python.js';

const last = 'FINAL(none)';

async function lastPrompt(
  replies: readonly ScriptedReply[],
  options: Partial<RunRlmOptions>,
): Promise<{ readonly text: string; readonly reason: string }> {
  const model = scriptedModel([...replies, last]);
  const result = await runRlm({
    model,
    subModel: () => 'yes',
    sandbox: quickjs(),
    query: 'q',
    ...('contexts' in options ? {} : { context: 'x'.repeat(12_345) }),
    ...options,
  }).result;
  expect(result).toMatchObject({ source: 'wrap-up', answer: 'none' });
  const text = model.calls.at(-1)?.messages.at(-1)?.content ?? '';
  return { text, reason: /^The run ends here: ([^.]*)\. /.exec(text)?.[1] ?? '' };
}

const stops: TerminationPolicy = {
  name: 'enough',
  description: 'Stops after the first step',
  shouldTerminate: () => ({
    terminate: true,
    answer: null,
    code: 'enough',
    reason: 'It was\nenough.',
  }),
  reset: () => undefined,
};
const asks = cell('try { await llm_query("a") } catch {}');

describe('the last prompt of a run', () => {
  it.each<[string, readonly ScriptedReply[], Partial<RunRlmOptions>, RegExp]>([
    ['maxSteps', [cell('x = 1'), cell('x = 2')], { maxSteps: 2 }, /\b2 turns\b/],
    ['maxSteps of 1', [cell('x = 1')], { maxSteps: 1 }, /\bonly turn\b/],
    [
      'maxSubQueries',
      [asks, asks],
      { limits: { maxSubQueries: 0 } },
      /\ball 0 sub-queries\b.*\basked\b/,
    ],
    ['maxCalls', [asks], { limits: { maxCalls: 3 } }, /\bcalls\b/],
    [
      'maxConsecutiveErrors',
      [cell('boom()')],
      { limits: { maxConsecutiveErrors: 1 } },
      /^1 steps in a row failed$/,
    ],
    ['a policy', [cell('x = 1')], { policies: [stops] }, /^It was enough$/],
  ])('says in a sentence why it is the last: %s', async (_, replies, options, reason) => {
    const prompt = await lastPrompt(replies, options);
    expect(prompt.reason).toMatch(reason);
    expect(prompt.text).not.toMatch(/in flight|reserved/);
    expect(prompt.text).toMatch(/ last reply\b.*\bOne block of code still runs\b.*\bFINAL/);
  });

  it.each<[string, Partial<RunRlmOptions>, string, string]>([
    [
      'JavaScript',
      { sandbox: quickjs() },
      'const out = Array.from({ length: 1000 }, String); let n = 1; function f() {} var _own = 1',
      'out: Array, 1,000 items; n: number; f: function; context: string, 12,345 characters.',
    ],
    [
      'Python',
      { sandbox: sharedPython() },
      'out = list(range(1000)); note = "abc"',
      'out: list, 1,000 items; note: str, 3 characters; context: str, 12,345 characters.',
    ],
  ])('lists the variables with their types and sizes, in %s', async (_, options, code, listed) => {
    const { text } = await lastPrompt([cell(code)], { ...options, maxSteps: 1 });
    expect(text).toContain(`Variables: ${listed}`);
  });

  it('lists contexts alone if there is nothing else, and few of many variables', async () => {
    const contexts = { mails: { value: ['a', 'b'] }, book: { value: 'abc' } };
    const { text } = await lastPrompt([], { maxSteps: 0, contexts });
    expect(text).toMatch(/Variables: mails: [aA]rray, 2 items; book: string, 3 characters\./);
    const many = 'for (let i = 0; i < 900; i += 1) globalThis[`a_long_name_${i}`] = i';
    const { text: long } = await lastPrompt([cell(many)], { maxSteps: 1 });
    expect(long.length).toBeLessThan(1_600);
    expect(long).toMatch(/; and \d{3} more\./);
  });
});
