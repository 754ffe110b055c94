import { scriptedModel } from '@rlm/kernel/testing';
import { quickjs } from '@rlm/sandbox/quickjs';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';

import { createRlm, runRlm } from '../src/index.js';
import { cell } from './support/cell.js';
import { watchedBackend } from './support/watched-backend.js';
import { sharedPython } from './support/shared-python.js';

const schemas = {
  zod: z.object({ count: z.number() }),
  valibot: v.object({ count: v.number() }),
  arktype: type({ count: 'number' }),
};

describe('schema', () => {
  it.each(Object.entries(schemas))(
    'checks the answer with %s, and lets the model mend it',
    async (_, schema) => {
      const model = scriptedModel([cell('FINAL({ count: "three" })'), cell('FINAL({ count: 3 })')]);
      const result = await runRlm({ model, sandbox: watchedBackend(), query: 'q', schema }).result;
      expect(result.value).toEqual({ count: 3 });
      expect(model.calls[1]?.messages.at(-1)?.content).toMatch(/\bthe shape\b[\s\S]*count/);
    },
  );

  it('gives the result its type', async () => {
    const { result } = runRlm({
      model: () => 'FINAL({"count": 3})',
      sandbox: watchedBackend(),
      query: 'q',
      schema: schemas.zod,
    });
    expectTypeOf((await result).value).toEqualTypeOf<{ count: number } | null>();
    expect((await result).value?.count).toBe(3);
  });

  it('shows the model the shape where the library can tell it', async () => {
    const model = scriptedModel(['FINAL({"count": 3})']);
    await runRlm({ model, sandbox: watchedBackend(), query: 'q', schema: schemas.zod }).result;
    expect(model.calls[0]?.messages[0]?.content).toContain('"count":{"type":"number"}');
  });

  const pair = z.object({ total: z.number(), reason: z.string().optional() });
  const inPython = 'SUBMIT(42, "because")';
  const mixed = 'SUBMIT(42, reason="because")';

  it.each([
    ['one value', quickjs(), 'SUBMIT(42)', { total: 42 }],
    ['several values', quickjs(), 'SUBMIT(42, "because")', { total: 42, reason: 'because' }],
    ['fewer values than fields', quickjs(), 'SUBMIT([42])', { total: 42 }],
    ['several values in Python', sharedPython(), inPython, { total: 42, reason: 'because' }],
    ['a value beside a field by its name', sharedPython(), mixed, { total: 42, reason: 'because' }],
  ])('takes %s of a SUBMIT by position, in every loop', async (_, sandbox, code, value) => {
    const options = { sandbox, schema: pair };
    const rlm = createRlm({ ...options, model: scriptedModel([cell(code)]) });
    const single = runRlm({ ...options, model: scriptedModel([cell(code)]), query: 'q' });
    expect((await single.result).value).toEqual(value);
    expect((await rlm.run('q').result).value).toEqual(value);
    await rlm.close();
  });

  it('tells the model of values by position that do not fit, and of more than there are fields', async () => {
    const model = scriptedModel([
      cell('SUBMIT("x")'),
      cell('SUBMIT(1, "a", 3)'),
      cell('SUBMIT(1, "a")'),
    ]);
    const { value } = await runRlm({ model, sandbox: quickjs(), query: 'q', schema: pair }).result;
    expect(value).toEqual({ total: 1, reason: 'a' });
    expect(model.calls[1]?.messages.at(-1)?.content).toContain('total');
    expect(model.calls[2]?.messages.at(-1)?.content).toContain('the shape');
  });

  it('takes a SUBMIT by position in a child whose schema its parent wrote', async () => {
    const shape = '{ type: "object", properties: { n: { type: "number" } }, required: ["n"] }';
    const model = scriptedModel([
      cell(`const r = await rlm_query("sub", { schema: ${shape} })\nFINAL(r.n)`),
      cell('SUBMIT(7)'),
    ]);
    const { value } = await runRlm({ model, sandbox: quickjs(), query: 'q' }).result;
    expect(value).toBe(7);
    expect(model.calls[1]?.messages[0]?.content).toContain('"n":{"type":"number"}');
  });

  it.each([
    ['text that is JSON', 'FINAL({"count": 3})'],
    ['a SUBMIT of the fields', cell('SUBMIT({ count: 3 })')],
    ['a SUBMIT of an answer', cell('SUBMIT({ answer: { count: 3 } })')],
  ])('reads %s', async (_, reply) => {
    const options = {
      model: scriptedModel([reply]),
      sandbox: watchedBackend(),
      query: 'q',
      schema: schemas.zod,
    };
    expect((await runRlm(options).result).value).toEqual({ count: 3 });
  });

  it('gives no answer of another shape, even at a limit', async () => {
    const model = scriptedModel([cell('x = 1'), 'FINAL(three)']);
    const result = await runRlm({
      model,
      sandbox: watchedBackend(),
      query: 'q',
      schema: schemas.zod,
      maxSteps: 1,
    }).result;
    expect(result).toMatchObject({ answer: null, value: null, finishReason: 'max_steps' });
  });
});
