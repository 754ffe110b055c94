import type { ModelFunction } from '@rlm/kernel/model';
import { scriptedModel } from '@rlm/kernel/testing';
import { createSandboxPool, type SandboxBackend } from '@rlm/sandbox';
import { expect, it } from 'vitest';

import { runMany, runRlm } from '../../src/index.js';
import { cell } from '../support/cell.js';
import { quickjs } from '@rlm/sandbox/quickjs';

/** A model whose cell asks two child runs a level deeper, until the third. */
const deepening: ModelFunction = ({ messages }) => {
  const level = Number(/level (\d)/.exec(messages[1]?.content ?? '')?.[1]);
  if (level === 3) return cell('FINAL("leaf")');
  const below = ['a', 'b'].map((name) => `rlm_query("level ${level + 1}, ${name}")`).join(', ');
  return cell(`FINAL((await Promise.all([${below}])).join(" "))`);
};

const leaves = 'leaf leaf leaf leaf';

const limits: readonly { readonly of: string; readonly backend: () => SandboxBackend }[] = [
  { of: 'a pool', backend: () => createSandboxPool(quickjs(), { max: 1, waitMs: 3_600_000 }) },
  { of: 'quickjs({ maxSessions: 1 })', backend: () => quickjs({ maxSessions: 1 }) },
  {
    of: 'a pool of four over one',
    backend: () => createSandboxPool(quickjs({ maxSessions: 1 }), { max: 4, waitMs: 3_600_000 }),
  },
];

it.each(limits)(
  'a run that waits for a place of $of says so, and asks no model',
  async ({ backend }) => {
    const sandbox = backend();
    const held = await sandbox.open();
    const model = scriptedModel([cell('FINAL("done")')]);
    const run = runRlm({ model, sandbox, query: 'q' });
    const types: string[] = [];
    for await (const event of run) {
      types.push(event.type);
      if (event.type !== 'session-wait') continue;
      expect(event).toMatchObject({ backend: 'quickjs', max: 1, waiting: 1, runId: run.id });
      expect(model.calls).toHaveLength(0);
      await held.close();
    }
    expect(types.indexOf('session-wait')).toBeLessThan(types.indexOf('session-open'));
    expect((await run.result).answer).toBe('done');
  },
);

it.each(limits)(
  'a run that is aborted leaves the line for $of, and has cost nothing',
  async ({ backend }) => {
    const sandbox = backend();
    const held = await sandbox.open();
    const model = scriptedModel([]);
    const run = runRlm({ model, sandbox, query: 'q' });
    for await (const { type } of run) if (type === 'session-wait') run.abort(new Error('enough'));
    expect(await run.result).toMatchObject({
      finishReason: 'aborted',
      usage: { total: { calls: 0 } },
    });
    const next = sandbox.open();
    await held.close();
    await (await next).close();
  },
);

it.each(limits)('runs of three levels end with one place of $of', async ({ backend }) => {
  const options = { model: deepening, sandbox: backend(), maxDepth: 3 };
  expect((await runRlm({ ...options, query: 'level 1' }).result).answer).toBe(leaves);
  const questions = Array.from({ length: 4 }, (_, index) => `level 1, question ${index}`);
  const results = await runMany(questions, { ...options, concurrency: 4 }).result;
  expect(results.map(({ result }) => result?.answer)).toEqual(questions.map(() => leaves));
});

const asking = (...questions: readonly string[]): string => {
  const asked = questions.map((question) => `rlm_query(${JSON.stringify(question)})`);
  return cell(`FINAL((await Promise.all([${asked.join(', ')}])).join(" "))`);
};

it.each([
  { why: 'only some may run at a time', first: ['leaf a', 'leaf b'], second: ['leaf c'] },
  { why: 'they share one', first: ['leaf'], second: ['leaf'] },
])('runs that hold all places, and wait for each other since $why, end', async (asked) => {
  const [hasPlaces, waits] = [gate(), gate()];
  const pool = createSandboxPool(quickjs(), { max: 3, waitMs: 3_600_000 });
  const sandbox: SandboxBackend = {
    ...pool,
    open: (options) =>
      pool.open({
        ...options,
        onWait: (wait) => wait.waiting === asked.first.length && waits.open(),
      }),
  };
  const model: ModelFunction = async ({ messages }) => {
    const text = messages[1]?.content ?? '';
    if (text.includes('leaf')) return cell('FINAL("leaf")');
    if (text.includes('root')) return asking('first', 'second');
    if (text.includes('first')) {
      await hasPlaces.opened;
      return asking(...asked.first);
    }
    hasPlaces.open();
    await waits.opened;
    return asking(...asked.second);
  };
  const options = { model, sandbox, maxDepth: 3, limits: { maxConcurrentRuns: 2 } };
  const { answer } = await runRlm({ ...options, query: 'root' }).result;
  expect(answer).toBe([...asked.first, ...asked.second].map(() => 'leaf').join(' '));
});

function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}
