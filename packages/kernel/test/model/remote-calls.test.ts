import { describe, expect, it } from 'vitest';

import type { EffectExecutor } from '../../src/index.js';
import {
  callModel,
  ModelError,
  type ModelReply,
  type ModelRequest,
  type ModelSettings,
} from '../../src/model/index.js';
import { runWith } from './run-with.js';

const request: ModelRequest = {
  purpose: 'sub',
  messages: [{ role: 'user', content: 'How many pages has it?' }],
};
const notHere = (): never => {
  throw new Error('it is carried out elsewhere');
};

/** An executor that sends what can travel, and gets this for it. */
function elsewhere(
  outcome: (sent: unknown) => ModelReply,
): EffectExecutor & { readonly sent: unknown[] } {
  const sent: unknown[] = [];
  return {
    sent,
    execute: async (effect, abortSignal) => {
      if (effect.remote === undefined) return effect.perform(abortSignal);
      sent.push(await effect.remote.send(abortSignal));
      return (await Promise.resolve(outcome(sent.at(-1)))) as never;
    },
  };
}

const ask = (executor: EffectExecutor, limits = {}, settings?: ModelSettings) =>
  runWith(
    async (context) => {
      const options = { role: 'sub@0', within: <T>(work: () => Promise<T>) => work() };
      return callModel(notHere, { ...request, ...(settings && { settings }) }, context, options);
    },
    { executor, limits },
  );

describe('a call that another process makes', () => {
  it('is reserved when it is sent, and booked by what the reply says', async () => {
    const usage = { inputTokens: 30, outputTokens: 12 };
    const executor = elsewhere(() => ({ text: '212', usage }));
    const { value, outcome } = await ask(executor, { maxTokens: 2_000 });
    expect(value?.text).toBe('212');
    expect(outcome.usage.total).toMatchObject({ ...usage, calls: 1, subQueries: 1 });
    const [sent] = executor.sent as [ModelRequest];
    expect(sent).toMatchObject({ purpose: 'sub', messages: request.messages });
    expect(sent.maxOutputTokens).toBeGreaterThan(0);
    expect(JSON.parse(JSON.stringify(sent))).toEqual(sent);
  });

  it('is sent with its settings, and is refused with headers, which may be secret', async () => {
    const executor = elsewhere(() => ({ text: '212' }));
    await ask(executor, {}, { temperature: 0, seed: 7 });
    expect(executor.sent).toMatchObject([{ settings: { temperature: 0, seed: 7 } }]);
    const refused = await ask(executor, {}, { headers: { authorization: 'secret' } });
    expect((refused.error as Error).message).toMatch(
      /\bsettings\.\*\.headers .*\bnot sent\b.*\bworkers\b/,
    );
    expect(executor.sent).toHaveLength(1);
  });

  it('is not sent where the budget has no room for it', async () => {
    const executor = elsewhere(() => ({ text: '' }));
    const { error, outcome } = await ask(executor, { maxSubQueries: 0 });
    expect(error).toMatchObject({ code: 'budget_exceeded' });
    expect(executor.sent).toEqual([]);
    expect(outcome.usage.total.subQueries).toBe(0);
  });

  it('costs nothing where the provider refused it', async () => {
    const executor = elsewhere(() => {
      throw new ModelError('no', { isRetryable: false, statusCode: 400 });
    });
    const { error, outcome } = await ask(executor);
    expect(error).toMatchObject({ code: 'provider_error' });
    expect(outcome.usage.total).toMatchObject({ inputTokens: 0, outputTokens: 0, calls: 1 });
  });

  it('counts each attempt as a call, and makes none that the budget has no room for', async () => {
    const busy = new ModelError('busy', { isRetryable: true, statusCode: 429 });
    const usage = { inputTokens: 30, outputTokens: 12 };
    const retried = (most: number): EffectExecutor => ({
      execute: async (effect, abortSignal) => {
        const { remote } = effect;
        if (remote === undefined) return effect.perform(abortSignal);
        for (let attempt = 1; attempt < most; attempt += 1) {
          await remote.send(abortSignal);
          remote.fail?.(busy);
        }
        await remote.send(abortSignal);
        return (await Promise.resolve({ text: '212', usage })) as never;
      },
    });
    const { outcome } = await ask(retried(3));
    expect(outcome.usage.total).toMatchObject({ ...usage, calls: 3, subQueries: 1 });
    const refused = await ask(retried(3), { maxCalls: 2 });
    expect(refused.error).toMatchObject({ code: 'budget_exceeded' });
    expect(refused.outcome.usage.total.calls).toBe(2);
  });
});
