import type { StandardSchema } from '@rlm/kernel';
import { scriptedModel } from '@rlm/kernel/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { runRlm, type RlmResult, type RunRlmOptions } from '../src/index.js';
import { cell } from './support/cell.js';
import { quickjs } from '@rlm/sandbox/quickjs';

const sandbox = quickjs();

function run(
  replies: readonly string[],
  options: Partial<RunRlmOptions<StandardSchema | undefined>> = {},
): Promise<RlmResult> {
  return runRlm({ model: scriptedModel(replies), sandbox, query: 'q', ...options }).result;
}

const json = (value: unknown): string => JSON.stringify(value, null, 2);

describe('the text of an answer that code gives', () => {
  it.each<readonly [code: string, answer: string, leftOut: string | undefined]>([
    [
      'FINAL({ answer: null, why: "no price" })',
      json({ answer: null, why: 'no price' }),
      undefined,
    ],
    ['FINAL({ answer: " ", why: "no price" })', json({ answer: ' ', why: 'no price' }), undefined],
    ['SUBMIT({ answer: "", n: 1 })', json({ answer: '', n: 1 }), undefined],
    ['FINAL({ answer: 42, evidence: [1], why: "x" })', '42', 'evidence, why'],
    ['SUBMIT({ answer: "yes", page: 3 })', 'yes', 'page'],
    ['FINAL({ answer: 0, why: "x" })', '0', 'why'],
    ['FINAL({ answer: "only" })', 'only', undefined],
    ['FINAL({ why: "x" })', json({ why: 'x' }), undefined],
    ['FINAL(["a", "b"])', 'a\nb', undefined],
    ['FINAL("")', '', undefined],
    ['FINAL({ answer: "" })', '', undefined],
  ])('of %s', async (code, answer, leftOut) => {
    const result = await run([cell(code)]);
    expect(result.answer).toBe(answer);
    expect(result.finishReason).toBe('final');
    const told = result.diagnostics.filter(({ code: found }) => found === 'answer_fields_left_out');
    expect(told.map(({ message }) => message)).toEqual(
      leftOut === undefined ? [] : [expect.stringContaining(`: ${leftOut}.`)],
    );
  });

  it('leaves nothing out of value', async () => {
    const { value } = await run([cell('FINAL({ answer: 42, why: "x" })')]);
    expect(value).toEqual({ answer: 42, why: 'x' });
  });

  it('tells what a wrap-up leaves out', async () => {
    const replies = [cell('print(1)'), cell('FINAL({ answer: 1, why: "x" })')];
    const { answer, diagnostics } = await run(replies, { maxSteps: 1 });
    expect(answer).toBe('1');
    expect(diagnostics.map(({ code }) => code)).toContain('answer_fields_left_out');
  });
});

describe('an answer that answers nothing', () => {
  it.each([
    'FINAL(null)',
    'FINAL(undefined)',
    'FINAL(NaN)',
    'FINAL([].length / 0)',
    'FINAL({ answer: null })',
    'FINAL({ answer: undefined })',
    'SUBMIT({ answer: null })',
    'SUBMIT(null)',
    'const found = null\nFINAL_VAR("found")',
  ])('%s is refused', async (code) => {
    const result = await run([cell(code), cell('FINAL("mended")')]);
    expect(result).toMatchObject({ answer: 'mended', finishReason: 'final' });
    expect(result.steps).toHaveLength(2);
  });

  it.each([
    ['FINAL(null)', z.string().nullable(), null],
    ['FINAL({ answer: null })', z.object({ answer: z.string().nullable() }), { answer: null }],
    ['SUBMIT({ answer: null })', z.object({ answer: z.number().nullable() }), { answer: null }],
  ])('%s is accepted if a schema allows it', async (code, schema, value) => {
    const result = await run([cell(code)], { schema });
    expect(result).toMatchObject({ value, finishReason: 'final' });
  });

  it('is refused by the schema if that does not allow it', async () => {
    const replies = [cell('FINAL(null)'), cell('FINAL("mended")')];
    const result = await run(replies, { schema: z.string() });
    expect(result.answer).toBe('mended');
    expect(result.steps[0]?.refused?.code).toBe('schema_mismatch');
  });
});

describe('a final over sub-queries that nothing awaits', () => {
  it('is refused, and names them', async () => {
    const code =
      'const found = ["a", "b"].map(async (x) => await llm_query(x))\nFINAL(found.filter((x) => x !== "no").length)';
    const model = scriptedModel([cell(code), cell('FINAL("mended")')]);
    const run = runRlm({ model, subModel: () => 'no', sandbox, query: 'q' });
    expect((await run.result).answer).toBe('mended');
    expect(String(model.calls[1]?.messages.at(-1)?.content)).toContain(
      '2 calls of this block were not awaited: llm_query 2 times (line 1)',
    );
  });

  it.each(['filter', 'some', 'every', 'find', 'sort', 'forEach'])(
    'does not come to it in an async callback of %s',
    async (method) => {
      const code = `FINAL(String(["a", "b"].${method}(async (x) => (await llm_query(x)) === "yes")))`;
      const subModel = (): never => {
        throw new Error('asked');
      };
      const model = scriptedModel([cell(code), cell('FINAL("mended")')]);
      const { answer, calls } = await runRlm({ model, subModel, sandbox, query: 'q' }).result;
      expect([answer, calls.sub]).toEqual(['mended', 0]);
    },
  );
});

describe('what rlm_query gives', () => {
  it.each<readonly [final: string, text: string]>([
    ['FINAL("as it is")', 'as it is'],
    ['FINAL(42)', '42'],
    ['FINAL(false)', 'false'],
    ['FINAL(["a", "b"])', '["a","b"]'],
    ['FINAL({ answer: 42, why: "x" })', '{"answer":42,"why":"x"}'],
    ['FINAL({ answer: null, why: "x" })', '{"answer":null,"why":"x"}'],
    ['SUBMIT({ answer: "a", n: 1 })', '{"answer":"a","n":1}'],
  ])('without a schema is a text: %s', async (final, text) => {
    const asks = cell('const got = await rlm_query("part")\nFINAL([typeof got, got])');
    expect((await run([asks, cell(final)])).value).toEqual(['string', text]);
    const many = cell('FINAL(await rlm_query_batched(["part"]))');
    expect((await run([many, cell(final)])).value).toEqual([text]);
  });

  it('with a schema is data', async () => {
    const asks = cell('FINAL(await rlm_query("part", { schema: { type: "array" } }))');
    expect((await run([asks, cell('FINAL(["a"])')])).value).toEqual(['a']);
  });
});

describe('the prompt', () => {
  it('says how lists and objects are written, to a child run too', async () => {
    const model = scriptedModel([cell('FINAL(await rlm_query("part"))'), cell('FINAL("x")')]);
    await runRlm({ model, sandbox, query: 'q' }).result;
    const [root, child] = model.calls.map(({ messages }) => String(messages[0]?.content));
    expect(root).toContain('A list is written as lines, an object as JSON, or as its `answer`');
    expect(child).toContain('A list or an object is given as JSON.');
  });

  it('does not say it where a schema gives the shape', async () => {
    const model = scriptedModel([cell('FINAL("x")')]);
    await runRlm({ model, sandbox, query: 'q', schema: z.string() }).result;
    expect(String(model.calls[0]?.messages[0]?.content)).not.toContain('A list is written');
  });
});
