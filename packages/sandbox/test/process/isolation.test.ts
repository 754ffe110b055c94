import { describe, expect, it } from 'vitest';

import { cpython } from '../../src/cpython/index.js';
import { createSandboxPool } from '../../src/index.js';
import { quickjs } from '../../src/quickjs/index.js';
import { bubblewraps } from '../support/bubblewraps.js';
import {
  hasBubblewrap,
  linux,
  needing,
  testIsolation,
  usualKinds,
} from '../support/isolation-suite.js';
import { sessionsOfFile } from '../support/open-sessions.js';

const use = bubblewraps();
const openOn = sessionsOfFile();

testIsolation(usualKinds, use, openOn);

describe.skipIf(!linux)('a hook that hears of isolation', () => {
  const broken = new Error('the hook is broken');
  const hooks: readonly (readonly [how: string, hook: () => void])[] = [
    [
      'throws',
      () => {
        throw broken;
      },
    ],
    ['rejects', () => Promise.reject(broken)],
  ];
  it.each(hooks)('costs no session if it %s', async (_, onDiagnostic) => {
    use('none');
    const session = await openOn(quickjs({ onDiagnostic }));
    expect((await session.execute('6 * 7')).value).toBe('42');
  });
});

describe.skipIf(!linux)('isolation of a pool', () => {
  it.skipIf(!hasBubblewrap)(needing('is that of each session'), async () => {
    use('fails once');
    const pool = createSandboxPool(quickjs({ onDiagnostic: () => undefined }));
    const first = await pool.open();
    await first.close();
    const session = await pool.open({ require: 'os' });
    expect(pool.isolation).toBe('wasm+os');
    const fetched = await session.execute('1 + 1');
    expect(fetched.value).toBe('2');
    await session.close();
    await pool.close();
  });
});

const native = await cpython().probe();
const nativeTitle = (title: string): string =>
  native.ok ? title : `${title} (skipped: ${native.reason})`;

describe.skipIf(!native.ok)(nativeTitle('isolation of cpython'), () => {
  it("meets require: 'os'", async () => {
    await using session = await cpython().open({ require: 'os' });
    expect((await session.execute('6 * 7')).value).toBe('42');
  });

  it.each(['executes', 'fails'] as const)(
    'that is missing (bwrap: %s) is an error',
    async (which) => {
      use(which);
      const backend = cpython();
      expect(await backend.probe()).toMatchObject({ ok: false });
      await expect(backend.open()).rejects.toThrow(
        which === 'fails' ? 'No permissions' : '(missing: namespaces',
      );
    },
    30_000,
  );
});
