import { scriptedModel } from '@rlm/penguin-engine/testing';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';

import { runRlm } from '../src/index.js';
import { cell } from './support/cell.js';
import { fakeBackend } from './support/fake-backend.js';

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
      const result = await runRlm({ model, sandbox: fakeBackend(), query: 'q', schema }).result;
      expect(result.value).toEqual({ count: 3 });
      expect(model.calls[1]?.messages.at(-1)?.content).toMatch(
        /does not have the shape[\s\S]*count/,
      );
    },
  );

  it('gives the result its type', async () => {
    const { result } = runRlm({
      model: () => 'FINAL({"count": 3})',
      sandbox: fakeBackend(),
      query: 'q',
      schema: schemas.zod,
    });
    expectTypeOf((await result).value).toEqualTypeOf<{ count: number } | null>();
    expect((await result).value?.count).toBe(3);
  });

  it('shows the model the shape where the library can tell it', async () => {
    const model = scriptedModel(['FINAL({"count": 3})']);
    await runRlm({ model, sandbox: fakeBackend(), query: 'q', schema: schemas.zod }).result;
    expect(model.calls[0]?.messages[0]?.content).toContain('"count":{"type":"number"}');
  });

  it.each([
    ['text that is JSON', 'FINAL({"count": 3})'],
    ['a SUBMIT of the fields', cell('SUBMIT({ count: 3 })')],
    ['a SUBMIT of an answer', cell('SUBMIT({ answer: { count: 3 } })')],
  ])('reads %s', async (_, reply) => {
    const options = {
      model: scriptedModel([reply]),
      sandbox: fakeBackend(),
      query: 'q',
      schema: schemas.zod,
    };
    expect((await runRlm(options).result).value).toEqual({ count: 3 });
  });

  it('gives no answer of another shape, even at a limit', async () => {
    const model = scriptedModel([cell('x = 1'), 'FINAL(three)']);
    const result = await runRlm({
      model,
      sandbox: fakeBackend(),
      query: 'q',
      schema: schemas.zod,
      maxSteps: 1,
    }).result;
    expect(result).toMatchObject({ answer: null, value: null, finishReason: 'max_steps' });
  });
});
