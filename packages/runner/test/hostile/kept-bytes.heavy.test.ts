import { testPromises } from '@rlm/config/host-cases';
import type { ModelFunction } from '@rlm/kernel/model';
import { roughBytes } from '@rlm/repl-types/internal';
import { scripted, type ScriptedStep } from '@rlm/sandbox/scripted';
import { describe, expect, it } from 'vitest';

import {
  createRlm,
  runRlm,
  type RlmEvent,
  type RlmOptions,
  type RlmResult,
} from '../../src/index.js';
import { maxKeptBytes } from '../../src/kept-bytes.js';
import { cell } from '../support/cell.js';

const memoryBytes = 1024 ** 3;
const large = 'x'.repeat(900_000);

/** Each call's prompt is a text of its own, as a guest's is. */
const prompt = (at: number, length: number): string => String(at).padEnd(length, 'p');

/** A root model that plays one cell a turn for `turns` turns, then ends. */
function root(turns: number, reply: string = cell('x')): ModelFunction {
  let turn = 0;
  return () => ((turn += 1) > turns ? 'FINAL(done)' : reply);
}

/** What a run at default limits was made to keep, whose result and events are looked at when it is over. */
interface Keeper {
  readonly name: string;
  readonly options: () => Partial<RlmOptions> & Pick<RlmOptions, 'model' | 'sandbox'>;
  readonly look: (result: RlmResult, late: readonly RlmEvent[]) => void;
}

const play = (step: ScriptedStep) => scripted([step], { repeatLast: true });

const keepers: readonly Keeper[] = [
  {
    name: 'events that are not read: 40 prompts of 7.9 MB, one after another',
    options: () => ({
      model: root(1),
      subModel: () => 'ok',
      sandbox: play(async (_, guest) => {
        for (let at = 0; at < 40; at += 1) await guest.call('llm_query', prompt(at, 7_900_000));
        return { stdout: 'ok' };
      }),
    }),
    look: (result, late) => {
      expect(result.calls.sub).toBe(40);
      expect(late[0]?.type).toBe('run-start');
      expect(late.at(-1)?.type).toBe('run-end');
      expect(late.some(({ shortened = 0 }) => shortened > 7_000_000)).toBe(true);
      expect(roughBytes(late.slice(0, -1))).toBeLessThan(40e6);
    },
  },
  {
    name: 'events that are not read: 100 calls with answers of 900 kB',
    options: () => ({
      model: root(1),
      subModel: () => large,
      sandbox: play(async (_, guest) => {
        for (let at = 0; at < 100; at += 1) await guest.call('llm_query', prompt(at, 10));
        return { stdout: 'ok' };
      }),
    }),
    look: (result, late) => {
      expect(result.calls.sub).toBe(100);
      expect(roughBytes(late.slice(0, -1))).toBeLessThan(40e6);
    },
  },
  {
    name: 'records of sub-queries: 6,000 calls of a tool',
    options: () => ({
      model: root(1),
      tools: [{ name: 'page', description: '', execute: () => 'a'.repeat(5_000) }],
      sandbox: play(async (_, guest) => {
        for (let at = 0; at < 6_000; at += 1) await guest.call('page', prompt(at, 5_000));
        return { stdout: 'ok' };
      }),
    }),
    look: (result) => {
      const records = result.steps.flatMap(({ llmCalls }) => llmCalls);
      expect(records).toHaveLength(6_000);
      expect(records[0]).toMatchObject({ promptChars: 5_002 });
      expect(records[0]?.response).toHaveLength(1_000);
      expect(records.at(-1)?.response).toHaveLength(100);
      expect(roughBytes(records)).toBeLessThan(maxKeptBytes.records + 6_000 * 1_500);
    },
  },
  {
    name: 'steps: 200 turns whose replies and output are as long as they may be',
    options: () => ({
      model: root(200, `${'r'.repeat(900_000)}\n${cell('x')}`),
      maxSteps: 201,
      compaction: false,
      sandbox: play(() => ({ stdout: 'o'.repeat(20_000) })),
      maxDepth: 1,
    }),
    look: (result) => {
      const entries = result.steps;
      expect(entries).toHaveLength(201);
      expect(entries[0]?.reasoning.length).toBe(900_000);
      expect(entries.at(-2)?.reasoning.length).toBeLessThan(3_000);
      expect(entries.at(-2)?.output.length).toBeLessThan(3_000);
      expect(roughBytes(entries)).toBeLessThan(maxKeptBytes.steps + 10e6);
    },
  },
  {
    name: 'blocks of a reply: 5,000, each with output',
    options: () => ({
      model: root(1, `${cell('x')}\n`.repeat(5_000)),
      sandbox: play(() => ({ stdout: 'o'.repeat(20_000) })),
    }),
    look: (result, late) => {
      expect(result.steps[0]?.output.length).toBeLessThan(101 * 20_000);
      const told = late.find((event) => event.type === 'notice' && event.code === 'blocks_skipped');
      expect(told).toMatchObject({
        message: expect.stringMatching(/\bBlock 100\b.*\blast\b/) as string,
      });
    },
  },
];

async function runKeeper({ options, look }: Keeper): Promise<void> {
  const run = runRlm({ query: 'q', ...options() });
  const result = await run.result;
  const events: RlmEvent[] = [];
  for await (const event of run) events.push(event);
  expect(result.finishReason).toBe('final');
  look(result, events);
}

describe('what a run keeps is bounded', () => {
  testPromises([
    ...keepers.map((keeper) => ({
      name: keeper.name,
      memoryBytes,
      run: () => runKeeper(keeper),
    })),
    { name: '100,000 events that nobody reads', memoryBytes, run: () => readLate(0) },
    { name: '100,000 events that are read slowly', memoryBytes, run: () => readLate(50) },
  ]);
});

describe('answers of a batch', () => {
  it('that are too much beside the others are failures of their prompts, and the model is told', async () => {
    const model = root(1);
    const sandbox = play(async (_, guest) => {
      const prompts = Array.from({ length: 200 }, (__, at) => `question ${String(at)}`);
      const answers = (await guest.call('llm_query_batched', prompts)) as (string | null)[];
      return { stdout: `${String(answers.filter((answer) => answer !== null).length)} answers` };
    });
    const subModel = (): string => large;
    const sandboxLimits = { maxValueBytes: 2_000_000_000 };
    const run = runRlm({ model, subModel, sandbox, query: 'q', sandboxLimits });
    const { steps } = await run.result;
    const [, count = 0] = /^(\d+) answers/.exec(steps[0]?.output ?? '') ?? [];
    expect(Number(count)).toBe(Math.floor(maxKeptBytes.batches / 2 / large.length));
    const events: RlmEvent[] = [];
    for await (const event of run) events.push(event);
    const told = events.find((event) => event.type === 'notice');
    expect(told).toMatchObject({ code: 'sub_queries_failed' });
    expect(told).toHaveProperty('message', expect.stringContaining('shorter answers'));
  });
});

const pieces = 100_000;

/** A run of which `early` events are read while it goes on, one a millisecond. */
async function readLate(early: number): Promise<void> {
  let reply = 0;
  const chatty: ModelFunction = async function* () {
    reply += 1;
    if (reply > 1) {
      yield 'FINAL(done)';
      return;
    }
    for (let at = 0; at < pieces; at += 1) {
      // A network gives pieces in turns of the event loop, some hundred at a time.
      if (at % 200 === 0) await new Promise((resolve) => setImmediate(resolve));
      yield 'word ';
    }
  };
  const run = runRlm({ model: chatty, sandbox: play(() => ({})), query: 'q' });
  const reader = run[Symbol.asyncIterator]();
  let count = 0;
  let dropped = 0;
  const take = async (): Promise<boolean> => {
    const next = await reader.next();
    if (next.done === true) return false;
    count += 1;
    if (next.value.type === 'events-dropped') dropped += next.value.count - 1;
    return true;
  };
  await take();
  for (let turn = 0; turn < early; turn += 1) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    await take();
  }
  await run.result;
  let isMore = await take();
  while (isMore) isMore = await take();
  expect(count + dropped).toBeGreaterThan(pieces);
  expect(dropped).toBeGreaterThan(0);
}

describe('a session that lasts', () => {
  it('forgets the oldest questions when all take too much', async () => {
    const answer = 'a'.repeat(900_000);
    let held = 0;
    const rlm = createRlm({
      model: () => cell('x'),
      sandbox: scripted(
        [
          (_, guest) => {
            const history = guest.variables.get('history');
            if (Array.isArray(history)) held = history.length;
            return { final: { type: 'direct', answer } };
          },
        ],
        { repeatLast: true },
      ),
    });
    for (let at = 0; at < 12; at += 1) await rlm.run(`question ${String(at)}`).result;
    await rlm.close();
    expect(held).toBeGreaterThan(5);
    expect(held).toBeLessThan(10);
  });
});
