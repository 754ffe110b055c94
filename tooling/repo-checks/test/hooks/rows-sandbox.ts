import { memoryStore } from '@rlm/journal';
import type { SandboxSession } from '@rlm/sandbox';
import { scripted, type ScriptedStep } from '@rlm/sandbox/scripted';

import { fastClock, rlm } from './runs.js';
import type { Hook, Row, Rows } from './row.js';

const ends: ScriptedStep = { final: { type: 'direct', answer: 'ok' } };
const asSnapshots = 'called as the other methods of a session are, by safeSession()';

const sandbox = (parts: object, options: object = {}): unknown =>
  rlm({ sandbox: { ...scripted([ends], { repeatLast: true }), ...parts }, ...options });

/** A run in a session of the caller's own backend, in which one method is a hook. */
const session = (method: keyof SandboxSession & string, options: object = {}): Row => ({
  answer: 'late',
  run(hook) {
    const base = scripted([ends], { repeatLast: true });
    const open = async (...args: Parameters<typeof base.open>): Promise<SandboxSession> =>
      withHook(await base.open(...args), method, hook);
    return rlm({ sandbox: { ...base, open }, ...options });
  },
});

function withHook(real: SandboxSession, method: string, hook: Hook): SandboxSession {
  return new Proxy({} as SandboxSession, {
    has: (_, name) => name in real,
    get(_, name) {
      if (name === method) return hook;
      const member: unknown = Reflect.get(real, name);
      return typeof member === 'function' ? (member.bind(real) as unknown) : member;
    },
  });
}

/** The hooks of a sandbox that is the caller's own. */
export const sandboxRows: Rows = {
  'SandboxBackend.build': {
    answer: 'late',
    run: async (hook) => sandbox({ build: hook }, { journal: await memoryStore().create() }),
  },
  'SandboxBackend.instructions': {
    answer: 'now',
    run: (hook) => sandbox({ instructions: hook }),
  },
  'SandboxBackend.open': { answer: 'late', run: (hook) => sandbox({ open: hook }) },
  'SandboxBackend.probe': 'no package but the playground asks, and awaits it',
  'SandboxSession.adopt': asSnapshots,
  'SandboxSession.close': session('close'),
  'SandboxSession.execute': session('execute'),
  'SandboxSession.fork': 'no package calls it',
  'SandboxSession.get': session('get', { model: () => 'FINAL_VAR("context")' }),
  'SandboxSession.idle': {
    answer: 'late',
    run: async (hook) =>
      session('idle', {
        journal: await memoryStore().create(),
        clock: fastClock,
        abortSignal: AbortSignal.timeout(1_500),
      }).run(hook),
  },
  'SandboxSession.replayLog': 'no package calls it',
  'SandboxSession.set': session('set'),
  'SandboxSession.snapshot': asSnapshots,
  'SandboxSession.undo': asSnapshots,
  'SandboxSession.variables': session('variables'),
};
