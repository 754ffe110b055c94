import { quickjs } from '@rlm/sandbox/quickjs';
import { unsafeCpython } from '@rlm/sandbox/cpython';
import { pyodide } from '@rlm/sandbox/pyodide';
import type { SandboxBackend } from '@rlm/sandbox';
import { describe, expect, it } from 'vitest';

import { runRlm, type RlmResult, type RunRlmOptions } from '../../src/index.js';
import { folderStore, linesOf, writeLines } from './folder-store.js';

/** A model that gives its replies in turn, and counts how often it was asked; sub-queries are answered by what was asked. */
function turns(...replies: readonly string[]): RunRlmOptions['model'] & { asked: number } {
  const model = ({ purpose, messages }: { purpose: string; messages: readonly unknown[] }) => {
    model.asked += 1;
    if (purpose === 'sub') return `about ${String(messages.length)}`;
    const turn = (messages.length - 2) / 2;
    return `\`\`\`repl\n${replies[turn] ?? 'FINAL("too many turns")'}\n\`\`\``;
  };
  model.asked = 0;
  return model as never;
}

/** A backend that counts the cells that run. */
function counting(backend: SandboxBackend): SandboxBackend & { cells: number } {
  const counted = {
    ...backend,
    cells: 0,
    async open(options: Parameters<SandboxBackend['open']>[0]) {
      const session = await backend.open(options);
      return new Proxy(session, {
        get(target, name) {
          const value: unknown = Reflect.get(target, name, target);
          if (typeof value !== 'function') return value;
          return (...args: unknown[]) => {
            if (name === 'execute') counted.cells += 1;
            return value.apply(target, args) as unknown;
          };
        },
      });
    },
  };
  return counted;
}

const hasPython = (await unsafeCpython().probe()).ok;

const essence = ({ finishReason, answer, usage, calls, stop }: RlmResult): unknown => ({
  finishReason,
  answer,
  usage,
  calls,
  stop,
});

const javascript = [
  `let found = await llm_query('one'); let end = performance.now; let n = 0; for (let i = 0; i < 45e6; i++) n += i % 3; const draw = Math.random();`,
  `const walk = (function* () { yield 1; yield 2; })(); walk.next(); const later = Math.random(); console.log(found, n);`,
  `FINAL([found, n, draw, later, walk.next().value, await llm_query('two')])`,
];

const python = [
  `found = llm_query('one')\nn = sum(i % 3 for i in range(36_000_000))\nimport random\ndraw = random.random()`,
  `walk = iter([1, 2])\nnext(walk)\nlater = random.random()\nprint(found, n)`,
  `FINAL([found, n, draw, later, next(walk), llm_query('two')])`,
];

describe.each([
  ['quickjs', () => quickjs(), javascript],
  ['pyodide', () => pyodide(), python],
] as const)('a run over %s that was killed after code that took long', (_, backend, code) => {
  it('goes on from a snapshot: nothing before it runs again', async () => {
    await using files = await folderStore();
    const { folder, store } = files;
    const options = {
      model: turns(...code),
      context: 'data',
      query: 'What?',
      sandboxLimits: { cellMs: 60_000 },
    };
    const first = await runRlm({
      ...options,
      sandbox: backend(),
      journal: await store.create({ runId: 'long' }),
    }).result;
    expect(first.stop).toBeNull();
    const lines = await linesOf(folder, 'long');
    const kinds = lines.map((line) => (JSON.parse(line) as { t: string }).t);
    expect(kinds).toContain('snapshot');
    const lastReply = lines.findLastIndex((line) => line.includes('"model"'));
    await writeLines(folder, 'long', lines.slice(0, lastReply + 1));

    const model = turns(...code);
    const sandbox = counting(backend());
    const resumed = await runRlm({
      ...options,
      model,
      sandbox,
      journal: await store.open('long'),
    }).result;
    expect(essence(resumed)).toEqual(essence(first));
    expect({ asked: model.asked, cells: sandbox.cells }).toEqual({ asked: 1, cells: 2 });
  });
});

describe('the option snapshots', () => {
  it('turns them off', async () => {
    await using files = await folderStore();
    const { result } = runRlm({
      model: turns('let n = 0; for (let i = 0; i < 45e6; i++) n += i; FINAL(n)'),
      sandbox: quickjs(),
      query: 'What?',
      snapshots: 'none',
      sandboxLimits: { cellMs: 60_000 },
      journal: await files.store.create({ runId: 'run' }),
    });
    expect((await result).finishReason).toBe('final');
    const lines = await linesOf(files.folder, 'run');
    expect(lines.some((line) => line.includes('"t":"snapshot"'))).toBe(false);
  });
});

describe('a block that was stopped by its time', () => {
  it('leaves a snapshot, and does not run again', async () => {
    await using files = await folderStore();
    const { folder, store } = files;
    const options = {
      model: turns(
        `let count = 1; console.log('begun'); while (true) count += 1;`,
        `const seen = count > 1;`,
        `FINAL([seen, count > 1])`,
      ),
      context: 'data',
      query: 'What?',
      sandboxLimits: { cellMs: 3_000 },
    };
    const first = await runRlm({
      ...options,
      sandbox: quickjs(),
      journal: await store.create({ runId: 'stopped' }),
    }).result;
    const lines = await linesOf(folder, 'stopped');
    const lastReply = lines.findLastIndex((line) => line.includes('"model"'));
    await writeLines(folder, 'stopped', lines.slice(0, lastReply + 1));
    const sandbox = counting(quickjs());
    const journal = await store.open('stopped');
    const resumed = await runRlm({ ...options, sandbox, journal }).result;
    expect(essence(resumed)).toEqual(essence(first));
    expect(sandbox.cells).toBeLessThan(3);
  });
});

describe.skipIf(!hasPython)(
  'a block that was stopped by its time, where there are no snapshots',
  () => {
    it('is taken back, and the model is told', async () => {
      await using files = await folderStore();
      const { folder, store } = files;
      const options = {
        model: turns(
          'count = 1',
          `count = 2\nwhile True: pass`,
          `FINAL([count, llm_query('one')])`,
        ),
        context: 'data',
        query: 'What?',
        sandboxLimits: { cellMs: 5_000 },
      };
      const run = runRlm({
        ...options,
        sandbox: unsafeCpython(),
        journal: await store.create({ runId: 'undone' }),
      });
      const notices: string[] = [];
      for await (const event of run) if (event.type === 'notice') notices.push(event.message);
      const first = await run.result;
      expect(first.answer).toBe('1\nabout 1');
      expect(notices.join('\n')).toContain('REPL');
      const lines = await linesOf(folder, 'undone');
      const lastReply = lines.findLastIndex((line) => line.includes('"model"'));
      await writeLines(folder, 'undone', lines.slice(0, lastReply + 1));
      const sandbox = counting(unsafeCpython());
      const journal = await store.open('undone');
      const resumed = await runRlm({ ...options, sandbox, journal }).result;
      expect(essence(resumed)).toEqual(essence(first));
      expect(sandbox.cells).toBe(2);
    });
  },
);
