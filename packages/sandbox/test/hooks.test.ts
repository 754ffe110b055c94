import { testHooks } from '@rlm/config/hooks-suite';

import { createSandbox, type Backend } from '../src/index.js';
import { createSandboxPool, type SandboxBackend, type SessionOptions } from '../src/index.js';
import { scripted } from '../src/scripted/index.js';
import { scriptedBackend } from './session/support/scripted-backend.js';

/** A cell that calls a host function. */
const calling = async (look: never): Promise<unknown> => {
  const session = await scripted([
    async (_, { call }) => ({ stdout: JSON.stringify(await call('look', 'x')) }),
  ]).open({ functions: { look } });
  return session.execute('x');
};

const own = (parts: Partial<Backend>): SandboxBackend =>
  createSandbox({ ...scriptedBackend(['x']), ...parts });

/** A session of a pool over a backend that is the caller's own. */
const pooled = async (
  parts: Partial<SandboxBackend>,
  options?: SessionOptions,
): Promise<unknown> => {
  const pool = createSandboxPool({ ...scripted(['x']), ...parts });
  const session = await pool.open(options);
  return session.execute('x');
};

testHooks({
  abortable: {
    'Child.ready': (ready, abortSignal) => {
      const spawn: Backend['spawn'] = (options) => {
        const child = scriptedBackend(['x']).spawn(options);
        return Object.assign(child, { ready: ready() });
      };
      return own({ spawn }).open({ abortSignal });
    },
  },
  awaited: {
    'SessionOptions.functions': (look) => calling(look as never),
    'HostFunctionSpec.run': (run) => calling({ run } as never),
    'scripted(steps)': async (step) => (await scripted([step]).open()).execute('x'),
    'Backend.probe': (probe) => own({ probe }).probe(),
    'Backend.build': (build) => own({ build }).build?.(),
    'SandboxBackend.open': (open) => pooled({ open }),
    'SandboxBackend.probe': (probe) => pooled({ probe }, { require: 'os' }),
  },
  immediate: {
    'SessionOptions.now': async (now) => (await scripted(['x']).open({ now })).execute('x'),
  },
});
