import { expect, it, vi } from 'vitest';

import { createSandboxPool, type SandboxBackend } from '../../../src/index.js';
import { scripted } from '../../../src/scripted/index.js';

it('a warm session that cannot be closed costs the pool no place', async () => {
  const warnings = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  const base = scripted(['x'], { repeatLast: true });
  let opened = 0;
  const backend: SandboxBackend = {
    ...base,
    async open(options) {
      const session = await base.open(options);
      opened += 1;
      if (opened > 1) return session;
      return new Proxy(session, {
        get: (target, name) =>
          name === 'close'
            ? () => Promise.reject(new Error('no closing'))
            : (Reflect.get(target, name, target) as unknown),
      });
    },
  };
  const pool = createSandboxPool(backend, { warm: 1, max: 1, waitMs: 100 });
  await pool.ready();
  // Another shape than the warm one: that gives way, twice.
  for (let time = 0; time < 2; time++) {
    const session = await pool.open({ functions: { look: () => 1 } });
    await session.close();
  }
  await pool.close();
  expect(warnings).toHaveBeenCalledWith(expect.stringContaining('no closing'), 'RlmWarning');
  warnings.mockRestore();
});
