import { describe, expect, it } from 'vitest';

import { runRlm, type RunRlmOptions } from '../../src/index.js';
import { cell } from '../support/cell.js';
import type { TriedBackend } from './backends.js';
import { countingProvider } from './counting-provider.js';

/** Code that asks for more than its run is to pay. */
interface Spree {
  readonly name: string;
  readonly javascript: string;
  readonly python: string;
  /** The code of a child run. */
  readonly child?: { readonly javascript: string; readonly python: string };
  /** The run is aborted when so many requests wait. */
  readonly abortAt?: number;
  readonly options?: Partial<RunRlmOptions>;
}

const hanging = '[...Array(8).keys()].map((i) => "hang" + i)';
const hangingInPython = '[f"hang{i}" for i in range(8)]';

const sprees: readonly Spree[] = [
  {
    name: 'calls in flight, then an error',
    javascript: `llm_query_batched(${hanging}).catch(() => {}); await llm_query("good"); throw new Error("x")`,
    python: `llm_query("good")\nllm_query_batched([*${hangingInPython}, "deaf"])`,
    options: { limits: { callTimeoutMs: 1_000, maxCostUsd: 10 } },
  },
  {
    name: 'calls in flight, then an abort',
    javascript: `await llm_query("good"); await llm_query_batched([...${hanging}, "deaf"])`,
    python: `llm_query("good")\nllm_query_batched([*${hangingInPython}, "deaf"])`,
    abortAt: 9,
  },
  {
    name: 'a batch in which all kinds of things go wrong',
    javascript:
      'await llm_query_batched(["good", "busy1", "lost1", "fine", "busy2", "lost2", "well"])',
    python: 'llm_query_batched(["good", "busy1", "lost1", "fine", "busy2", "lost2", "well"])',
  },
  {
    name: 'calls that are refused and asked again',
    javascript: 'for (let i = 0; i < 5; i++) { try { await llm_query("busy" + i) } catch {} }',
    python: 'for i in range(5):\n  try:\n    llm_query(f"busy{i}")\n  except Exception:\n    pass',
    options: { retry: { attempts: 3, minDelayMs: 1 } },
  },
  {
    name: 'a loop of calls that catches everything',
    javascript: 'for (let i = 0; i < 100; i++) { try { await llm_query("good" + i) } catch {} }',
    python:
      'for i in range(100):\n  try:\n    llm_query(f"good{i}")\n  except Exception:\n    pass',
    options: { limits: { maxSubQueries: 40, maxCostUsd: 10 } },
  },
  {
    name: 'the same question many times at once',
    javascript: 'await llm_query_batched(Array(40).fill("good"))',
    python: 'llm_query_batched(["good"] * 40)',
  },
  {
    name: 'child runs that ask and fail',
    javascript: 'for (let i = 0; i < 3; i++) { try { await rlm_query("child" + i) } catch {} }',
    python: 'for i in range(3):\n  try:\n    rlm_query(f"child{i}")\n  except Exception:\n    pass',
    child: {
      javascript: 'await llm_query_batched(["good", "lost"]); throw new Error("x")',
      python: 'llm_query_batched(["good", "lost"])\nraise ValueError("x")',
    },
  },
  {
    name: 'child runs with calls in flight, then an abort',
    javascript: 'await rlm_query_batched(["one", "two"])',
    python: 'rlm_query_batched(["one", "two"])',
    child: {
      javascript: 'await llm_query("good"); await llm_query_batched(["hang", "deaf"])',
      python: 'llm_query("good")\nllm_query_batched(["hang", "deaf"])',
    },
    // The same question of both is asked once.
    abortAt: 2,
  },
  {
    name: 'a final, with calls in flight where there are any',
    javascript: `llm_query_batched(${hanging}).catch(() => {}); await llm_query("good"); FINAL("done")`,
    python: 'llm_query("good")\nFINAL("done")',
  },
];

/** Tests that a run says that it spent what its provider was asked for, whatever happened: promise 5 of docs/security.md. */
export function testSpent(backends: readonly TriedBackend[]): void {
  for (const { backend, reason } of backends) {
    const title = `what a run on ${backend.name} says it spent${reason === '' ? '' : ` (skipped: ${reason})`}`;
    describe.skipIf(reason !== '')(title, () => {
      it.each(sprees.map((spree) => [spree.name, spree] as const))('%s', async (_name, spree) => {
        const { language } = backend;
        const { child, abortAt, options = {} } = spree;
        let abort = (): void => undefined;
        const { books, answering } = countingProvider((waiting) => {
          if (waiting === abortAt) abort();
        });
        const turns = (code: string) =>
          answering(({ messages }) => (messages.length > 2 ? 'FINAL(done)' : cell(code)));
        const run = runRlm({
          model:
            child === undefined
              ? turns(spree[language])
              : [turns(spree[language]), turns(child[language])],
          subModel: answering(() => 'yes'),
          sandbox: backend,
          query: 'q',
          maxSteps: 3,
          prices: { inputPerMillion: 1, outputPerMillion: 1 },
          retry: { attempts: 1 },
          limits: { maxCostUsd: 10 },
          ...options,
        });
        abort = () => {
          run.abort();
        };
        const { usage } = await run.result;
        const { calls, inputTokens, outputTokens, costUsd } = usage.total;
        const spent = inputTokens + outputTokens;
        const least = books.answeredTokens + books.openTokens.least;
        const most = books.answeredTokens + books.openTokens.most;
        expect(books.asked).toBeGreaterThan(1);
        expect(calls).toBe(books.asked);
        expect(costUsd).toBeCloseTo(spent / 1e6);
        expect(spent).toBeGreaterThanOrEqual(least);
        expect(spent).toBeLessThanOrEqual(most);
      });
    });
  }
}
