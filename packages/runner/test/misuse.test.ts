import { invalidOption } from '@rlm/config/options-suite';
import { memoryStore } from '@rlm/journal';
import { scriptedModel } from '@rlm/kernel/testing';
import { defineTool } from '@rlm/penguin-engine';
import { createSandboxPool } from '@rlm/sandbox';
import { quickjs as quickjsBackend } from '@rlm/sandbox/quickjs';
import { tool } from 'ai';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { asLanguageModel, readTrajectory, runRlm } from '../src/index.js';
import { cell } from './support/cell.js';
import { quickjs } from '@rlm/sandbox/quickjs';

const model = () => cell('FINAL(1)');
const look = defineTool({ name: 'look', description: 'Looks', execute: () => 'seen' });
const sdkTool = tool({ inputSchema: z.object({ at: z.string() }), execute: () => 'seen' });
const price = { inputPerMillion: 1, outputPerMillion: 2 };
const ask = (options: object) => () =>
  runRlm({ model, sandbox: quickjs(), query: 'q', ...options });

/** What the program did wrong, and what the error says: the option, what was found, and what to do. */
type Misuse = [what: string, call: () => unknown, option: string, fact: string, other?: string];
const misuses: readonly Misuse[] = [
  [
    'a journal that was not awaited',
    ask({ journal: memoryStore().create({ runId: 'x' }) }),
    'journal',
    'got a Promise. Await it first.',
  ],
  [
    'a model that was not awaited',
    ask({ model: Promise.resolve(model) }),
    'model',
    'got a Promise. Await it first.',
  ],
  [
    'a session in place of its backend',
    ask({ sandbox: { execute: () => undefined, close: () => undefined } }),
    'sandbox',
    'got an object. Pass the backend, not its session.',
  ],
  [
    'a backend for a pool that was not called',
    () => createSandboxPool(quickjsBackend as never),
    'backend',
    'got a function. Call it, and pass what it returns.',
  ],
  [
    'a text in place of a context',
    ask({ contexts: { notes: 'text' } }),
    'contexts.notes',
    'got "text". Pass { value: the text }.',
  ],
  ['two tools of one name', ask({ tools: [look, look] }), 'tools[1].name', '"look"', 'renamed()'],
  [
    'tools of the AI SDK in a list',
    ask({ tools: [sdkTool] }),
    'tools[0].name',
    'got undefined. Pass tools of the AI SDK by name: { look: tool({ ... }) }.',
  ],
  [
    'a run in place of options',
    () => asLanguageModel({ [Symbol.asyncIterator]: () => undefined, result: 1 } as never),
    'rlm',
    'got a run. Pass the options of the run without its query',
  ],
  [
    'half the name of a limit',
    ask({ limits: { maxCost: 1 } }),
    'limits.maxCost',
    'Did you mean limits.maxCostUsd?',
  ],
  [
    'prices by their short names',
    ask({ prices: { input: 1, output: 2 } }),
    'prices',
    'got { input, output }. US dollars per million tokens are inputPerMillion and outputPerMillion.',
  ],
  [
    'the price of a model that is a function, by another name',
    ask({ limits: { maxCostUsd: 1 }, prices: { 'gpt-5': price } }),
    'prices',
    'the price of `model`',
    'got prices of gpt-5. Pass',
  ],
  [
    'a stop condition of the AI SDK',
    ask({ policies: [({ steps }: { steps: unknown[] }) => steps.length === 2] }),
    'policies[0]',
    'got one that needs arguments. For a stop condition of the AI SDK, use fromStopCondition()',
  ],
];

describe('a misuse', () => {
  it.each<Misuse>(misuses)(
    'is named, with what to do: %s',
    (_what, call, option, fact, other = fact) => {
      let error: unknown;
      try {
        call();
      } catch (thrown) {
        error = thrown;
      }
      expect(error).toEqual(invalidOption(option, fact, other));
    },
  );

  it('of a trajectory whose path was given says that its text is wanted', async () => {
    await expect(readTrajectory('run.jsonl').next()).rejects.toMatchObject({
      code: 'invalid_trajectory',
      message: expect.stringContaining(
        'got "run.jsonl". Pass the text of a file or a stream of it, not its path',
      ) as string,
    });
  });

  it('of memory that a context does not fit into names what to raise', async () => {
    const { stop } = await runRlm({
      model: scriptedModel([cell('FINAL(1)')]),
      sandbox: quickjs(),
      query: 'q',
      context: 'ж'.repeat(40_000_000),
      sandboxLimits: { memoryBytes: 2 ** 25 },
    }).result;
    expect(stop?.message).toContain('Raise sandboxLimits.memoryBytes');
  });
});
