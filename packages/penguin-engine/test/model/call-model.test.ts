import { describe, expect, it } from 'vitest';
import { createRun } from '../../src/kernel/index.js';
import { callModel, type ModelRequest } from '../../src/model/index.js';
import { scriptedModel } from '../../src/testing/index.js';
import { countingProtocol } from '../kernel/helpers.js';

const request: ModelRequest = { purpose: 'root', messages: [{ role: 'user', content: 'Hi' }] };

describe('callModel', () => {
  it('gives the text of a plain function', async () => {
    const model = scriptedModel(['hello']);
    const protocol = countingProtocol(async (_, context) => ({
      final: (await callModel(model, request, context)).text,
    }));
    const outcome = await createRun(protocol, null).result;
    expect(outcome).toMatchObject({ status: 'final', answer: 'hello' });
    expect(outcome.usage.total).toMatchObject({ calls: 1 });
    expect(model.calls).toHaveLength(1);
  });
});
