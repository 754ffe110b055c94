import { testHooks, type Hook } from '@rlm/config/hooks-suite';
import { memoryStore } from '@rlm/journal';
import { llm } from '@rlm/policies/compaction';
import type { SandboxSession } from '@rlm/sandbox';
import { scripted, type ScriptedStep } from '@rlm/sandbox/scripted';

import { runMany, runRlm, type RunRlmOptions } from '../src/index.js';

const ends: ScriptedStep = { final: { type: 'direct', answer: 'ok' } };

/** A run whose first block ends it. */
const rlm = (options: Partial<RunRlmOptions>): unknown =>
  runRlm({
    model: () => '```repl\nx\n```',
    sandbox: scripted([ends], { repeatLast: true }),
    query: 'q',
    context: 'c',
    maxSteps: 3,
    ...options,
  });

/** A run whose code asks a model below. */
const asking = (options: Partial<RunRlmOptions>): unknown => {
  const ask: ScriptedStep = async (_, { call }) => ({
    final: { type: 'direct', answer: await call('llm_query', 'x') },
  });
  return rlm({ sandbox: scripted([ask], { repeatLast: true }), ...options });
};

/** A run whose history is compacted. */
const compacting = (policy: object): unknown =>
  rlm({
    maxSteps: 8,
    minSteps: 7,
    compaction: { maxChars: 1, keepTurns: 1, policy: policy as never },
  });

const dialect = (parts: object): unknown =>
  rlm({
    model: () => 'DONE(ok)',
    dialects: [
      {
        ...{ name: 'mine', session: 'final', guestNames: ['FINAL'] },
        words: () => ({ code: 'c', prose: 'p', reminder: 'r', lastReply: 'l' }),
        ...parts,
      },
    ],
  });

const sandbox = (parts: object): unknown =>
  rlm({ sandbox: { ...scripted([ends], { repeatLast: true }), ...parts } });

/** A run in a session of which one method is the hook. */
const session = (method: keyof SandboxSession, hook: Hook): unknown => {
  const base = scripted(['x', ends], { repeatLast: true });
  const open = async (...args: Parameters<typeof base.open>): Promise<SandboxSession> => {
    const real = await base.open(...args);
    return new Proxy(real, {
      get(_, name) {
        if (name === method) return hook;
        const member: unknown = Reflect.get(real, name);
        return typeof member === 'function' ? (member.bind(real) as unknown) : member;
      },
    });
  };
  return rlm({ sandbox: { ...base, open } });
};

/** Questions to a store of which a method is the hook: each run is there already, if it is to be opened. */
const many = (method: 'create' | 'open', hook: Hook, abortSignal: AbortSignal): unknown => {
  const kept = memoryStore();
  const taken = async (): Promise<never> =>
    kept.create({ runId: (await kept.create()).runId }) as never;
  const store = { create: taken, open: kept.open, [method]: hook };
  return runMany(['Why?'], { model: () => 'FINAL(so)', sandbox: scripted([]), store, abortSignal });
};

testHooks({
  abortable: {
    model: (model, abortSignal) => rlm({ model, abortSignal }),
    subModel: (subModel, abortSignal) => asking({ subModel, abortSignal }),
    'getItem of cache': (getItem, abortSignal) =>
      asking({
        cache: { getItem, setItem: () => undefined },
        abortSignal,
        subModel: () => 'an answer',
      }),
    'create of a store of runMany': (hook, abortSignal) => many('create', hook, abortSignal),
    'open of a store of runMany': (hook, abortSignal) => many('open', hook, abortSignal),
  },
  awaited: {
    'setItem of cache': (setItem) =>
      asking({
        cache: { getItem: () => Promise.resolve(undefined), setItem },
        subModel: () => 'an answer',
      }),
    'compact of a policy': (compact) =>
      compacting({
        ...{ name: 'mine', description: 'mine', shouldCompact: () => true, reset: () => undefined },
        compact,
      }),
    'summarise of llm()': (summarise) => compacting(llm({ preserveLastN: 0, summarise })),
    'sandbox.open': (open) => sandbox({ open }),
    'session.set': (hook) => session('set', hook),
    'session.execute': (hook) => session('execute', hook),
    'session.variables': (hook) => session('variables', hook),
    'session.close': (hook) => session('close', hook),
  },
  immediate: {
    'readProse of a dialect': (readProse) => dialect({ readProse }),
    'words of a dialect': (words) => dialect({ words }),
    'sandbox.instructions': (instructions) => sandbox({ instructions }),
    'reviewAnswer of a policy': (reviewAnswer) =>
      rlm({
        policies: [
          {
            ...{ name: 'mine', description: 'mine', reset: () => undefined },
            ...{ shouldTerminate: () => ({ terminate: false }), reviewAnswer },
          },
        ],
      }),
  },
});
