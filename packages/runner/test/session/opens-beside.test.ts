import { forkRun, memoryStore } from '@rlm/journal';
import type { ModelFunction } from '@rlm/kernel/model';
import { manualClock, scriptedModel, type ScriptedModel } from '@rlm/kernel/testing';
import { createSandboxPool, type SandboxBackend, type SessionOptions } from '@rlm/sandbox';
import { scripted } from '@rlm/sandbox/scripted';
import { describe, expect, it } from 'vitest';

import { createRlm, runRlm, type RlmEvent, type RunRlmOptions } from '../../src/index.js';
import { cell } from '../support/cell.js';
import { quickjs } from '@rlm/sandbox/quickjs';

const answers = { final: { type: 'direct', answer: 'done' } } as const;
const final = cell('FINAL("done")');
const backends: readonly { name: string; backend: (isSecond?: boolean) => SandboxBackend }[] = [
  { name: 'quickjs', backend: () => quickjs() },
  {
    name: 'scripted',
    backend: (isSecond = false) => scripted(isSecond ? ['1\n', answers] : [answers, answers]),
  },
];

/** A backend whose sessions have their place at once, and start when the test lets them. */
function gated(inner: SandboxBackend) {
  const waiting: { readonly start: () => void; readonly fail: (error: Error) => void }[] = [];
  const seen = { opened: 0, closed: 0, signals: [] as (AbortSignal | undefined)[] };
  let isWaited: () => void = () => undefined;
  const backend: SandboxBackend = {
    ...inner,
    async open(options: SessionOptions = {}) {
      seen.signals.push(options.abortSignal);
      options.onPlace?.();
      await new Promise<void>((start, fail) => {
        waiting.push({ start, fail });
        isWaited();
      });
      const session = await inner.open(options);
      seen.opened += 1;
      const close = async (): Promise<void> => {
        seen.closed += 1;
        await session.close();
      };
      return {
        backend: session.backend,
        language: session.language,
        execute: (code, settings) => session.execute(code, settings),
        set: (name, value) => session.set(name, value),
        get: (name) => session.get(name),
        variables: () => session.variables(),
        idle: () => session.idle(),
        close,
        [Symbol.asyncDispose]: close,
      };
    },
  };
  /** Resolves with the next session that waits to be started. */
  const next = async (): Promise<(typeof waiting)[number]> => {
    if (waiting.length === 0) {
      await new Promise<void>((resolve) => {
        isWaited = resolve;
      });
    }
    const first = waiting.shift();
    if (first === undefined) throw new Error('no session is asked for');
    return first;
  };
  return { backend, next, seen };
}

/** A script whose first call is told to the test. */
function toldModel(replies: Parameters<typeof scriptedModel>[0]) {
  const model: ScriptedModel = scriptedModel(replies);
  let isAsked: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    isAsked = resolve;
  });
  return {
    calls: model.calls,
    asked,
    model: ((request) => {
      isAsked();
      return model(request);
    }) satisfies ModelFunction,
  };
}

const fresh = (more: Pick<RunRlmOptions, 'model' | 'sandbox'> & Partial<RunRlmOptions>) => {
  const events: RlmEvent['type'][] = [];
  const run = runRlm({ query: 'What?', context: 'it', clock: manualClock(), ...more });
  const all = (async () => {
    for await (const { type, depth } of run) if (depth === 0) events.push(type);
    return run.result;
  })();
  return { result: all, events, run };
};
const usage = { inputTokens: 10, outputTokens: 5 };

describe.each(backends)('a session of $name', ({ backend }) => {
  it('opens beside the first model call, and is there before code runs', async () => {
    const slow = gated(backend());
    const { model, asked } = toldModel([final]);
    const { result, events } = fresh({ model, sandbox: slow.backend });
    const { start } = await slow.next();
    await asked;
    expect(slow.seen.opened).toBe(0);
    start();
    expect(await result).toMatchObject({ answer: 'done', finishReason: 'final' });
    const at = (type: RlmEvent['type']): number => events.indexOf(type);
    expect(at('model-start')).toBeLessThan(at('session-open'));
    expect(at('session-open')).toBeLessThan(at('code-start'));
    expect(slow.seen).toMatchObject({ opened: 1, closed: 1 });
  });

  it('is there before an answer in prose counts', async () => {
    const slow = gated(backend());
    const { model, asked } = toldModel(['FINAL(in prose)']);
    const { result } = fresh({ model, sandbox: slow.backend });
    await asked;
    (await slow.next()).start();
    expect(await result).toMatchObject({ answer: 'in prose', finishReason: 'final' });
    expect(slow.seen).toMatchObject({ opened: 1, closed: 1 });
  });

  it('that cannot have its place ends the run before anything is paid', async () => {
    const { model, calls } = toldModel([final]);
    const pool = createSandboxPool(backend(), { max: 1, maxWaiting: 0 });
    const held = await pool.open();
    const full = await fresh({ model, sandbox: pool }).result;
    expect(full.stop?.error).toMatchObject({ code: 'pool_full' });
    const waits = createSandboxPool(backend(), { max: 1, waitMs: 1 });
    const other = await waits.open();
    const late = await fresh({ model, sandbox: waits }).result;
    expect(late.stop?.error).toMatchObject({ code: 'pool_timeout' });
    expect([full, late]).toMatchObject([
      { finishReason: 'error', usage: { total: { calls: 0 } } },
      { finishReason: 'error', usage: { total: { calls: 0 } } },
    ]);
    expect(calls).toHaveLength(0);
    await held.close();
    await other.close();
    await pool.close();
    await waits.close();
  });

  it('that fails to open ends the run, and what was spent is booked and is not paid again', async () => {
    const store = memoryStore();
    const slow = gated(backend());
    const first = toldModel([{ text: final, usage }]);
    const journal = await store.create({ runId: 'run' });
    const failed = fresh({ model: first.model, sandbox: slow.backend, journal });
    const { fail } = await slow.next();
    await first.asked;
    fail(new Error('it does not start'));
    const total = { inputTokens: 10, outputTokens: 5, calls: 1 };
    expect(await failed.result).toMatchObject({
      finishReason: 'error',
      stop: { message: 'it does not start' },
      usage: { total },
    });
    expect(failed.events).not.toContain('session-open');
    const again = toldModel([]);
    const resumed = fresh({
      model: again.model,
      sandbox: backend(),
      journal: await store.open('run'),
    });
    expect(await resumed.result).toMatchObject({
      answer: 'done',
      finishReason: 'final',
      usage: { total },
    });
    expect(again.calls).toHaveLength(0);
  });

  it.each(['model-start', 'model-end'] as const)(
    'that still opens when the run is aborted at %s is not waited for, and is closed',
    async (at) => {
      const slow = gated(backend());
      const stop = new AbortController();
      const { model } = toldModel([final]);
      const run = runRlm({
        ...{ model, sandbox: slow.backend, query: 'What?', context: 'it' },
        abortSignal: stop.signal,
      });
      for await (const { type } of run) if (type === at) stop.abort(new Error('enough'));
      expect((await run.result).finishReason).toBe('aborted');
      expect(slow.seen.signals[0]?.aborted).toBe(true);
    },
  );

  it('that still opens when the model fails is told all the same, and gives its place back', async () => {
    const pool = createSandboxPool(backend(), { max: 1, maxWaiting: 0 });
    const slow = gated(pool);
    const { model, asked } = toldModel([{ raise: new Error('the key is wrong') }]);
    const { result, events } = fresh({ model, sandbox: slow.backend });
    await asked;
    (await slow.next()).start();
    expect((await result).stop?.message).toContain('the key is wrong');
    expect(events).toContain('session-open');
    const other = await fresh({ model: scriptedModel([final]), sandbox: pool }).result;
    expect(other.answer).toBe('done');
    await pool.close();
  });

  it('is waited for in a run that is resumed, and in a fork', async () => {
    const store = memoryStore();
    const options = { sandbox: backend(true), query: 'What?', context: 'it', clock: manualClock() };
    const stop = new AbortController();
    const first = runRlm({
      ...options,
      model: scriptedModel([cell('1'), final]),
      journal: await store.create({ runId: 'run' }),
      abortSignal: stop.signal,
    });
    for await (const { type, step } of first) {
      if (type === 'model-end' && step === 2) stop.abort(new Error('enough'));
    }
    const journals = [
      () => forkRun(store, 'run', { atStep: 2, runId: 'fork' }),
      () => store.open('run'),
    ];
    for (const open of journals) {
      const slow = gated(backend(true));
      const { model, calls } = toldModel([final]);
      const { result, events } = fresh({ model, sandbox: slow.backend, journal: await open() });
      const { start } = await slow.next();
      expect(calls).toHaveLength(0);
      start();
      expect((await result).finishReason).toBe('final');
      expect(events.indexOf('session-open')).toBeLessThan(events.indexOf('model-start'));
    }
  });

  it('is waited for by a session of several questions', async () => {
    const slow = gated(backend());
    const { model, calls } = toldModel([final, final]);
    const rlm = createRlm({ model, sandbox: slow.backend, context: 'it' });
    const first = rlm.run('What?').result;
    const { start } = await slow.next();
    expect(calls).toHaveLength(0);
    start();
    expect((await first).answer).toBe('done');
    expect((await rlm.run('And?').result).answer).toBe('done');
    expect(slow.seen.opened).toBe(1);
    await rlm.close();
  });

  it('is waited for if its backend does not say that it has its place', async () => {
    const inner = backend();
    const { model, calls } = toldModel([final]);
    let asked = -1;
    const sandbox: SandboxBackend = {
      ...inner,
      async open(options = {}) {
        const session = await inner.open({ ...options, onPlace: () => undefined });
        asked = calls.length;
        return session;
      },
    };
    expect((await fresh({ model, sandbox }).result).answer).toBe('done');
    expect(asked).toBe(0);
  });

  it('is waited for if a step has a limit of time, which is not meant for its start', async () => {
    const slow = gated(backend());
    const { model, calls } = toldModel([final]);
    const { result } = fresh({ model, sandbox: slow.backend, stepTimeoutMs: 1_000 });
    const { start } = await slow.next();
    expect(calls).toHaveLength(0);
    start();
    expect((await result).answer).toBe('done');
  });
});

it('a child run asks its model while its session opens', async () => {
  const slow = gated(quickjs());
  const { model, asked } = toldModel([cell('FINAL(await rlm_query("How long?"))')]);
  const child = toldModel([cell('FINAL("a child")')]);
  const { result } = fresh({
    model: (request) =>
      request.messages[1]?.content.includes('How long?') === true
        ? child.model(request)
        : model(request),
    sandbox: slow.backend,
    maxDepth: 2,
  });
  await asked;
  (await slow.next()).start();
  const second = await slow.next();
  await child.asked;
  expect(slow.seen.opened).toBe(1);
  second.start();
  expect((await result).answer).toBe('a child');
});

it.each([
  ['an isolation that is missing', scripted([]), { requireIsolation: 'wasm+os' as const }],
  ['a package that is missing', quickjs({ wasm: '/there/is/no/quickjs.wasm' }), {}],
])('a model is not asked for %s', async (_, sandbox, more) => {
  const { model, calls } = toldModel([final]);
  expect((await fresh({ model, sandbox, ...more }).result).finishReason).toBe('error');
  expect(calls).toHaveLength(0);
});
