import { memoryStore } from '@rlm/journal';
import { REPLResult } from '@rlm/repl-types';
import { createSandboxPool, type SandboxSession } from '@rlm/sandbox';
import { scripted, type ScriptedStep } from '@rlm/sandbox/scripted';

import { calledOften, fastClock, rlm, silence } from './runs.js';
import { faults, type Row, type Rows } from './row.js';

const backendTold = 'told by toldDiagnostics(): sandbox/test/supervisor/told.test.ts';
const ends: ScriptedStep = { final: { type: 'direct', answer: 'ok' } };

const sandbox = (parts: object, options: object = {}): unknown =>
  rlm({ sandbox: { ...scripted([ends], { repeatLast: true }), ...parts }, ...options });

/** A run in a session of the caller's own backend, in which one method is a hook. */
const session = (
  method: keyof SandboxSession & string,
  options: object = {},
  steps: readonly ScriptedStep[] = [ends],
): Row => ({
  answer: 'late',
  run(hook) {
    const base = scripted(steps, { repeatLast: true });
    const open = async (...args: Parameters<typeof base.open>): Promise<SandboxSession> =>
      withParts(await base.open(...args), { [method]: hook });
    return rlm({ sandbox: { ...base, open }, ...options });
  },
});

function withParts(real: SandboxSession, parts: object): SandboxSession {
  return new Proxy({} as SandboxSession, {
    has: (_, name) => name in real,
    get(_, name) {
      if (name in parts) return Reflect.get(parts, name) as unknown;
      const member: unknown = Reflect.get(real, name);
      return typeof member === 'function' ? (member.bind(real) as unknown) : member;
    },
  });
}

/** The same with a block that was stopped, whose state a snapshot keeps, or which is undone. */
const stopped = (method: 'snapshot' | 'undo'): Row['run'] => {
  return async (hook) => {
    const base = scripted(['x'], { repeatLast: true });
    const open = async (...args: Parameters<typeof base.open>): Promise<SandboxSession> => {
      const real = await base.open(...args);
      const execute = (): Promise<REPLResult> =>
        Promise.resolve(new REPLResult({ outcome: 'timeout', session: 'kept' }));
      return withParts(real, {
        ...{ execute, snapshot: undefined, undo: () => Promise.resolve(), [method]: hook },
      });
    };
    return rlm({ sandbox: { ...base, open }, journal: await memoryStore().create() });
  };
};

/** A session of a pool over a backend of the caller's, of which a part is a hook. */
const pooled = (parts: object, ofSession: object, options: object = {}): unknown => {
  const base = scripted([ends], { repeatLast: true });
  const open = async (...args: Parameters<typeof base.open>): Promise<SandboxSession> =>
    withParts(await base.open(...args), ofSession);
  const capabilities = { ...base.capabilities, handover: true };
  const pool = createSandboxPool({ ...base, capabilities, open, ...parts }, { warm: 1 });
  const use = async (): Promise<unknown> => {
    const session = await pool.open(options);
    const told = [session.backend, await session.execute('x')];
    await session.close();
    return told;
  };
  return Promise.race([use(), silence()]).finally(() => {
    void pool.close().catch(() => undefined);
  });
};

const inPool = (run: Row['run']): Row => ({
  answer: 'late',
  run,
  seen: { 'never settles': /silence/ },
});

/** The hooks of a sandbox that is the caller's own. */
export const sandboxRows: Rows = {
  'PyodideOptions.onDiagnostic': backendTold,
  'QuickJSOptions.onDiagnostic': backendTold,
  'CPythonOptions.onDiagnostic': backendTold,
  'SandboxBackend.build': {
    answer: 'late',
    run: async (hook) => sandbox({ build: hook }, { journal: await memoryStore().create() }),
  },
  'SandboxBackend.instructions': {
    answer: 'now',
    run: (hook) => sandbox({ instructions: hook }),
  },
  'SandboxBackend.open': { answer: 'late', run: (hook) => sandbox({ open: hook }) },
  'SandboxBackend.probe': {
    ...inPool((hook) => pooled({ probe: hook }, {}, { require: 'os' })),
    seen: { 'gives a promise': /./, 'never settles': /silence/ },
  },
  'SandboxSession.adopt': inPool((hook) => pooled({}, { adopt: hook })),
  'SandboxSession.close': session('close'),
  'SandboxSession.execute': session('execute'),
  'SandboxSession.fork': 'no package calls it',
  'SandboxSession.get': session('get', { model: () => 'FINAL_VAR("context")' }),
  'SandboxSession.idle': {
    answer: 'late',
    run: async (given) => {
      const { hook, abortSignal } = calledOften(given);
      const journal = await memoryStore().create();
      return session('idle', { journal, clock: fastClock, abortSignal }).run(hook);
    },
  },
  'SandboxSession.set': session('set'),
  'SandboxSession.snapshot': {
    answer: 'late',
    run: stopped('snapshot'),
    // The block is undone then, which the run says.
    seen: Object.fromEntries(
      Object.keys(faults).map((fault) => [
        fault,
        fault === 'never settles' ? /time-?out|abort/i : /session_restored/,
      ]),
    ),
  },
  'SandboxSession.undo': { answer: 'late', run: stopped('undo') },
  // The first prompt is written before the session is open: variables are read after a first step without a final.
  'SandboxSession.variables': session('variables', undefined, ['x', ends]),
  'SessionOptions.onPlace': {
    answer: 'now',
    run: async (hook) => (await scripted([ends]).open({ onPlace: hook })).close(),
    // Nobody reads what it gives.
    seen: { 'gives an object with a getter that throws': /./ },
  },
};
