import type { ModelFunction } from '@rlm/kernel/model';
import { scriptedModel } from '@rlm/kernel/testing';
import { createSandboxPool, type SandboxBackend, type SandboxSession } from '@rlm/sandbox';
import { beforeAll, expect, it } from 'vitest';

import { runMany, runRlm } from '../../src/index.js';
import { cell } from '../support/cell.js';
import { gate } from '../support/gate.js';
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

/** Opens a session of a sandbox that has a place; rejects at once if it has none. */
function openAtOnce(sandbox: SandboxBackend): Promise<SandboxSession> {
  const stop = new AbortController();
  const onWait = (): void => {
    stop.abort(new Error(`A session is open that nobody has closed: ${sandbox.name} has no place`));
  };
  return sandbox.open({ abortSignal: stop.signal, onWait });
}

/** Files of one worker share its process, in which places are counted: these tests would wait for a session that another left open. */
beforeAll(async () => {
  await (await openAtOnce(quickjs({ maxSessions: 1 }))).close();
});

/** Who waits for a place that never comes is ended by the test's signal, and leaves the others theirs. */
const bound = { timeout: 60_000 };

it.for(limits)(
  'a run that waits for a place of $of says so, and asks no model',
  bound,
  async ({ backend }, { signal }) => {
    const sandbox = backend();
    await using held = await openAtOnce(sandbox);
    const model = scriptedModel([cell('FINAL("done")')]);
    const run = runRlm({ model, sandbox, query: 'q', abortSignal: signal });
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

it.for(limits)(
  'a run that is aborted leaves the line for $of, and has cost nothing',
  bound,
  async ({ backend }, { signal }) => {
    const sandbox = backend();
    await using held = await openAtOnce(sandbox);
    const model = scriptedModel([]);
    const run = runRlm({ model, sandbox, query: 'q', abortSignal: signal });
    for await (const { type } of run) if (type === 'session-wait') run.abort(new Error('enough'));
    expect(await run.result).toMatchObject({
      finishReason: 'aborted',
      usage: { total: { calls: 0 } },
    });
    await held.close();
    await (await openAtOnce(sandbox)).close();
  },
);

it.for(limits)(
  'runs of three levels end with one place of $of',
  bound,
  async ({ backend }, { signal: abortSignal }) => {
    const options = { model: deepening, sandbox: backend(), maxDepth: 3, abortSignal };
    expect((await runRlm({ ...options, query: 'level 1' }).result).answer).toBe(leaves);
    const questions = Array.from({ length: 4 }, (_, index) => `level 1, question ${index}`);
    const results = await runMany(questions, { ...options, concurrency: 4 }).result;
    expect(results.map(({ result }) => result?.answer)).toEqual(questions.map(() => leaves));
  },
);

const asking = (...questions: readonly string[]): string => {
  const asked = questions.map((question) => `rlm_query(${JSON.stringify(question)})`);
  return cell(`FINAL((await Promise.all([${asked.join(', ')}])).join(" "))`);
};

it.for([
  { why: 'only some may run at a time', first: ['leaf a', 'leaf b'], second: ['leaf c'] },
  { why: 'they share one', first: ['leaf'], second: ['leaf'] },
])(
  'runs that hold all places, and wait for each other since $why, end',
  bound,
  async (asked, { signal: abortSignal }) => {
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
    const limits = { maxConcurrentRuns: 2 };
    const options = { model, sandbox, maxDepth: 3, limits, abortSignal };
    const { answer } = await runRlm({ ...options, query: 'root' }).result;
    expect(answer).toBe([...asked.first, ...asked.second].map(() => 'leaf').join(' '));
  },
);
