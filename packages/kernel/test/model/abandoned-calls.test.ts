import { describe, expect, it } from 'vitest';

import type { RunContext, Amounts } from '../../src/index.js';
import { TreeLedger } from '../../src/budget/tree-ledger.js';
import { callModel, type ModelReply, type ModelRequest } from '../../src/model/index.js';
import { manualClock } from '../../src/testing/index.js';
import { runWith } from './run-with.js';

const request: ModelRequest = {
  purpose: 'root',
  messages: [{ role: 'user', content: 'Hi there' }],
  maxOutputTokens: 100,
};
const prices = { inputPerMillion: 1, outputPerMillion: 10 };

describe('a reservation that is abandoned', () => {
  it('is spent whole, until somebody says what it came to', () => {
    const root = new TreeLedger({ maxTokens: 1_000 }, manualClock());
    const child = new TreeLedger({}, manualClock(), root);
    const reservation = child.reserve({ inputTokens: 40, outputTokens: 60, calls: 1 });
    reservation.abandon();
    expect(root.spent()).toMatchObject({ inputTokens: 40, outputTokens: 60, calls: 1 });
    expect(root.remaining().tokens).toBe(900);
    reservation.settle({ inputTokens: 38, outputTokens: 2 });
    expect(root.spent()).toMatchObject({ inputTokens: 38, outputTokens: 2, calls: 1 });
    expect(root.account.usage().children).toMatchObject({ inputTokens: 38, calls: 1 });
    reservation.settle({ inputTokens: 999 });
    reservation.abandon({ inputTokens: 999 });
    expect(root.spent()).toMatchObject({ inputTokens: 38, outputTokens: 2, calls: 1 });
  });

  it('counts at least what is known of it', () => {
    const account = new TreeLedger({}, manualClock());
    account.reserve({ calls: 1 }).abandon({ inputTokens: 7, outputTokens: 3 });
    expect(account.spent()).toMatchObject({ inputTokens: 7, outputTokens: 3, calls: 1 });
  });
});

/** A call that is aborted while the provider works; `late` is what the provider then still does. */
async function abortedCall(
  late: (resolve: (reply: ModelReply) => void, reject: (fault: unknown) => void) => void,
): Promise<{ readonly spent: Amounts; readonly after: Amounts }> {
  const controller = new AbortController();
  let finish: () => void = () => undefined;
  const model = (): Promise<ModelReply> =>
    new Promise((resolve, reject) => {
      finish = () => {
        late(resolve, reject);
      };
      queueMicrotask(() => {
        controller.abort(new Error('left'));
      });
    });
  const work = async (context: RunContext): Promise<{ spent: Amounts; after: Amounts }> => {
    const options = { prices, abortSignal: controller.signal };
    await expect(callModel(model, request, context, options)).rejects.toThrow('left');
    const spent = context.ledger.spent();
    finish();
    await new Promise((resolve) => setImmediate(resolve));
    return { spent, after: context.ledger.spent() };
  };
  const { value } = await runWith(work, { limits: { maxCostUsd: 1 } });
  return value as { spent: Amounts; after: Amounts };
}

describe('a call that is aborted', () => {
  it('is booked as reserved', async () => {
    const { spent, after } = await abortedCall(() => undefined);
    expect(spent).toMatchObject({ outputTokens: 100, calls: 1 });
    expect(spent.costUsd).toBeGreaterThanOrEqual(100 * 10e-6);
    expect(after).toEqual(spent);
  });

  it.each<[string, Parameters<typeof abortedCall>[0], Partial<Amounts>]>([
    [
      'a reply says what it used',
      (resolve) => {
        resolve({ text: 'late', usage: { inputTokens: 5, outputTokens: 3 } });
      },
      { inputTokens: 5, outputTokens: 3, calls: 1 },
    ],
    [
      'the provider refused it',
      (_, reject) => {
        reject(Object.assign(new Error('busy'), { statusCode: 429 }));
      },
      { inputTokens: 0, outputTokens: 0, calls: 1 },
    ],
    [
      'its stream was cut off, which has the status of its response',
      (_, reject) => {
        reject(Object.assign(new Error('aborted'), { statusCode: 200 }));
      },
      { outputTokens: 100, calls: 1 },
    ],
    [
      'it failed, which tells nothing',
      (_, reject) => {
        reject(new Error('connection lost'));
      },
      { outputTokens: 100, calls: 1 },
    ],
  ])('is booked anew when %s', async (_, late, expected) => {
    const { after } = await abortedCall(late);
    expect(after).toMatchObject(expected);
  });
});

it('takes no usage below zero from a provider', async () => {
  const model = (): ModelReply => ({
    text: 'x'.repeat(40),
    usage: { inputTokens: -100, outputTokens: -5 },
  });
  const { outcome } = await runWith((context) => callModel(model, request, context));
  expect(outcome.usage.total).toMatchObject({ inputTokens: 6, outputTokens: 10 });
});

it('a call that was answered costs what its provider said, also if its run ends before it gets the answer', async () => {
  const controller = new AbortController();
  const { value: spent } = await runWith(async (context) => {
    const usage = { inputTokens: 9, outputTokens: 3 };
    const model = (): ModelReply => ({ text: 'yes', usage });
    const options = {
      prices,
      abortSignal: controller.signal,
      // As a cache does that takes its time to keep the answer.
      within: async <T>(attempt: () => Promise<T>): Promise<T> => {
        await attempt();
        controller.abort(new Error('left'));
        return new Promise<T>(() => undefined);
      },
    };
    await expect(callModel(model, request, context, options)).rejects.toThrow('left');
    return context.ledger.spent();
  });
  expect(spent).toMatchObject({ inputTokens: 9, outputTokens: 3, calls: 1 });
});
