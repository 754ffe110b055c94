import type { StandardSchema } from '@rlm/kernel';
import { scriptedModel } from '@rlm/kernel/testing';
import { proceed, type TerminationPolicy } from '@rlm/policies';
import { REPLHistory } from '@rlm/repl-types';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import {
  formatSteps,
  RunFailedError,
  runRlm,
  type RlmEvent,
  type RlmOptions,
  type RlmResult,
} from '../src/index.js';
import { cell } from './support/cell.js';
import { quickjs } from '@rlm/sandbox/quickjs';

const schema = z.object({ a: z.array(z.object({ n: z.number() })) });
const wrong = cell('FINAL({ a: [{ n: 1 }, { n: "x" }] })');
const sandbox = quickjs();

async function ask(
  replies: readonly string[],
  options: Partial<RlmOptions<StandardSchema | undefined>> = {},
) {
  const run = runRlm({
    model: scriptedModel([...replies]),
    sandbox,
    query: 'q',
    policies: [],
    ...options,
  });
  const events: RlmEvent[] = [];
  for await (const event of run) events.push(event);
  const result = await run.result;
  const refusals = events.flatMap((event) =>
    event.type === 'notice' ? (event.refused ?? []) : [],
  );
  return { result, refusals, refused: result.steps.map((step) => step.refused) };
}

const issue = {
  path: 'a[1].n',
  expected: 'number',
  got: '"x"',
  message: expect.stringContaining('number') as string,
};
const refusal = {
  answer: expect.stringContaining('"x"') as string,
  code: 'schema_mismatch',
  reason: 'a[1].n: expected number, got "x"',
  issues: [issue],
};

describe('an answer that is refused', () => {
  it('says which values were expected', async () => {
    const { refused } = await ask([cell('FINAL({})'), cell('FINAL({ unit: "EUR", n: 1 })')], {
      schema: z.object({ unit: z.enum(['EUR', 'USD']), n: z.literal([1, 2]) }),
    });
    expect(refused[0]).toMatchObject({
      reason: expect.stringMatching(
        /^unit: .*"EUR"\|"USD", got undefined; n: .* 1\|2, got undefined$/,
      ) as string,
      issues: [{ expected: 'one of "EUR"|"USD"' }, { expected: 'one of 1|2' }],
    });
  });

  it.each([
    ['zod', z.object({ month: z.number() }), 'month: expected number, got "July"'],
    ['valibot', v.object({ month: v.number() }), 'month: expected number, got "July"'],
    ['arktype', type({ month: 'number' }), 'month: expected a number, got "July"'],
    [
      'a rule of its own',
      z.object({ month: z.string().refine((text) => /^\d+$/.test(text), 'must be digits') }),
      'month: must be digits, got "July"',
    ],
    [
      'alternatives',
      z.object({ month: z.union([z.number(), z.boolean()]) }),
      'month: Invalid input, got "July"',
    ],
  ])('shows the model what was got, and a way out, with %s', async (_, other, issues) => {
    const model = scriptedModel([cell('FINAL({ month: "July" })'), 'Nothing more.']);
    await runRlm({ model, sandbox, query: 'q', schema: other, maxSteps: 1 }).result;
    const notice = model.calls[1]?.messages.at(-2)?.content ?? '';
    expect(notice).toContain(`: ${issues}. `);
    expect(notice).toMatch(/\bdata has no such value\b.*\bnull\b.*\bone line of text\b/);
  });

  it('is in the steps, in the events and in the reason why the run stopped', async () => {
    const { result, refusals, refused } = await ask([wrong, wrong, wrong], {
      schema,
      maxSteps: 2,
    });
    expect(result).toMatchObject({ answer: null, finishReason: 'max_steps' });
    // The wrap-up is the last of them.
    expect(refused).toMatchObject([refusal, refusal, refusal]);
    expect(refusals).toEqual(refused);
    expect(result.stop?.message).toMatch(
      /\b2 steps\b.*\b3 answers\b.*: a\[1\]\.n: .* number, got "x"$/,
    );
    expect(formatSteps(result.steps)).toMatch(/\brefused: a\[1\]\.n: .*number, got "x"/);
    const { steps } = JSON.parse(JSON.stringify(result)) as Pick<RlmResult, 'steps'>;
    expect(new REPLHistory(steps).entries.map((step) => step.refused)).toEqual(refused);
  });

  it('counts the words that a run was to end with', async () => {
    const { result, refused } = await ask([cell('print(1)'), '{ "a": 7 }'], {
      schema,
      maxSteps: 1,
    });
    expect(refused).toEqual([undefined, undefined]);
    expect(result.stop?.message).toMatch(/\w\. .*\brefused\b.*: a: .* array, got 7$/);
  });

  it('is in the step of a run that found a better one, which no stop tells of', async () => {
    const { result, refused } = await ask([wrong, cell('FINAL({ a: [] })')], { schema });
    expect(result).toMatchObject({ value: { a: [] }, stop: null });
    expect(refused).toMatchObject([refusal, undefined]);
  });

  it('says so in the error of throwOnFailure', async () => {
    const model = scriptedModel([wrong, wrong]);
    const options = { model, sandbox, query: 'q', policies: [], schema, maxSteps: 1 };
    const { result } = runRlm({ ...options, throwOnFailure: true });
    await expect(result).rejects.toSatisfy(
      (error) =>
        RunFailedError.isInstance(error) && error.message.includes('expected number, got "x"'),
    );
  });

  it.each([
    ['valibot', v.object({ n: v.number() }), 'n: expected number, got "x"'],
    ['arktype', type({ n: 'number' }), 'n: expected a number, got "x"'],
    [
      'a schema that says it in words',
      {
        '~standard': {
          version: 1,
          vendor: 'mine',
          validate: () => ({ issues: [{ message: 'is too odd' }] }),
        },
      } as const,
      'is too odd',
    ],
  ])('says why with %s', async (_, other, reason) => {
    const { refused } = await ask([cell('FINAL({ n: "x" })'), ''], { schema: other, maxSteps: 1 });
    expect(refused[0]).toMatchObject({ reason });
  });

  it('is there if another rule refused it', async () => {
    const { refused } = await ask([cell('FINAL("")'), cell('FINAL("now")')], {
      rejectEmptyFinal: true,
    });
    expect(refused).toMatchObject([
      {
        answer: '',
        code: 'final_refused',
        reason: expect.stringMatching(/\bempty\b/) as string,
        issues: [],
      },
      undefined,
    ]);
  });

  it('is there if a policy sent it back', async () => {
    let hasReviewed = false;
    const policy = {
      name: 'doubt',
      description: 'Sends the first answer back',
      shouldTerminate: () => ({ terminate: false }) as const,
      reset: () => undefined,
      reviewAnswer: () => {
        if (hasReviewed) return { accept: true } as const;
        hasReviewed = true;
        return { accept: false, code: 'doubted', reason: 'Look again.' } as const;
      },
    };
    const { refused } = await ask([cell('FINAL("one")'), cell('FINAL("two")')], {
      policies: [policy],
    });
    expect(refused).toMatchObject([
      { answer: 'one', code: 'answer_sent_back', reason: 'Look again.' },
      undefined,
    ]);
  });

  it('is told to policies, which could take such a step for one in which nothing happened', async () => {
    const seen: unknown[] = [];
    const watching: TerminationPolicy = {
      name: 'watching',
      description: 'Watches',
      shouldTerminate({ metadata }) {
        seen.push(metadata['output'], metadata['refused']);
        return proceed;
      },
      reset: () => undefined,
    };
    await ask([cell('print(1)'), cell('FINAL({})'), cell('FINAL({ n: 1 })')], {
      schema: z.object({ n: z.number() }),
      policies: [watching],
    });
    const told = expect.stringContaining('expected number, got undefined') as string;
    expect(seen).toEqual(['1\n', undefined, '', told]);
  });

  it('keeps a bounded part of a long answer, and ten issues', async () => {
    const many = cell('FINAL({ a: Array(5000).fill({ n: "x".repeat(500) }) })');
    const { refused } = await ask([many, ''], { schema, maxSteps: 1 });
    expect(refused[0]?.issues).toHaveLength(10);
    expect(refused[0]?.answer.length).toBeLessThan(1_200);
    expect(JSON.stringify(refused[0]).length).toBeLessThan(6_000);
  });
});
