import { describe, expect, it } from 'vitest';

import { cpython } from '../../src/cpython/index.js';
import { findCommand } from '../../src/os/find-command.js';
import type { SandboxBackend } from '../../src/index.js';
import { createSandboxPool } from '../../src/index.js';
import { monty } from '../../src/monty/index.js';
import { pyodide } from '../../src/pyodide/index.js';
import { quickjs } from '../../src/quickjs/index.js';
import { bubblewraps, type Bubblewrap } from '../support/bubblewraps.js';
import { sessionsOfFile } from '../support/open-sessions.js';

const use = await bubblewraps();
const openOn = sessionsOfFile();

const linux = process.platform === 'linux';
const hasBubblewrap = (await quickjs().probe()).ok && (await findCommand('bwrap')) !== undefined;
const needing = (title: string): string =>
  hasBubblewrap ? title : `${title} (skipped: there is no command bwrap)`;
const hasMonty = (await monty().probe()).ok;

interface Heard {
  readonly code: string;
  readonly message: string;
}

/** A backend that does without isolation, if it must. */
interface Kind {
  readonly name: string;
  readonly make: (onDiagnostic: (diagnostic: Heard) => void) => SandboxBackend;
  /** What it has without. */
  readonly without: 'wasm' | 'process';
  /** What is tried as bubblewrap: the rest is the same in all that run in processes of engines. */
  readonly tried: readonly Bubblewrap[];
}

const all = ['none', 'fails', 'executes'] as const;
const kinds: readonly Kind[] = [
  {
    name: 'quickjs',
    make: (onDiagnostic) => quickjs({ onDiagnostic }),
    without: 'wasm',
    tried: all,
  },
  {
    name: 'pyodide',
    make: (onDiagnostic) => pyodide({ onDiagnostic }),
    without: 'wasm',
    tried: ['none'],
  },
  {
    name: 'monty',
    make: (onDiagnostic) => monty({ onDiagnostic }),
    without: 'process',
    tried: all,
  },
];

/** A backend of a kind, and what it has said of its isolation. */
function listen({ make }: Kind): { backend: SandboxBackend; heard: string[] } {
  const heard: string[] = [];
  const backend = make(({ code, message }) => {
    if (code === 'isolation_missing') heard.push(message);
  });
  return { backend, heard };
}

/** What is on the path, and what is told of it. */
const told: Readonly<Partial<Record<Bubblewrap, RegExp>>> = {
  none: /there is no command bwrap on the PATH; to get it, install bubblewrap \(apt-get/,
  fails: /No permissions to create a new namespace/,
  executes: /bwrap does not isolate what it starts \(it sees \/proc/,
};

describe.skipIf(!linux).each(kinds.filter(({ name }) => name !== 'monty' || hasMonty))(
  'isolation of $name',
  (kind) => {
    const { without, tried } = kind;
    const code = '6 * 7';

    it.each(tried)('that is missing (bwrap: %s) is said once', async (which) => {
      use(which);
      const message = expect.stringMatching(told[which] ?? '') as string;
      const { backend, heard } = listen(kind);
      for (let session = 0; session < 2; session++) {
        expect((await (await openOn(backend)).execute(code)).value).toBe('42');
      }
      expect(heard).toEqual([message]);
      expect(backend.isolation).toBe(without);
      expect(await backend.probe()).toEqual({ ok: true, isolationMissing: message });
      expect(heard).toHaveLength(1);
      await expect(backend.open({ require: 'os' })).rejects.toMatchObject({
        code: 'isolation_unavailable',
        message,
      });
    });

    it.skipIf(!hasBubblewrap)(needing('that shows a folder outside is found out'), async () => {
      use('shows /etc');
      const { backend, heard } = listen(kind);
      await backend.probe();
      expect(heard).toEqual([expect.stringMatching(/it sees \/etc\//)]);
      expect(backend.isolation).toBe(without);
    });

    it.skipIf(!hasBubblewrap)(
      needing("is there, meets require: 'os', and says nothing"),
      async () => {
        const { backend, heard } = listen(kind);
        const session = await backend.open({ require: 'os' });
        expect((await session.execute(code)).value).toBe('42');
        await session.close();
        expect(backend.isolation).toBe(`${without}+os`);
        expect(await backend.probe()).toEqual({ ok: true });
        expect(heard).toEqual([]);
      },
    );

    it.skipIf(!hasBubblewrap)(
      needing('that failed once is tried again, also beside a session that has none'),
      async () => {
        use('fails once');
        const { backend, heard } = listen(kind);
        const first = await openOn(backend);
        expect([backend.isolation, heard.length]).toEqual([without, 1]);
        const second = await openOn(backend, { require: 'os' });
        expect([backend.isolation, heard.length]).toEqual([`${without}+os`, 1]);
        expect((await second.execute(code)).value).toBe('42');
        expect((await first.execute(code)).value).toBe('42');
        // What isolates once is not done without.
        use('fails');
        if (without === 'process') await expect(backend.open()).rejects.toThrow('No permissions');
      },
    );
  },
);

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
  it.skipIf(!hasBubblewrap)(
    needing('is that of each session: a warm one from before is not given to who requires it'),
    async () => {
      use('fails once');
      const pool = createSandboxPool(quickjs({ process: 'own' }), { warm: 1 });
      await pool.ready();
      const session = await pool.open({ require: 'os' });
      expect(pool.isolation).toBe('wasm+os');
      const fetched = await session.execute('1 + 1');
      expect(fetched.value).toBe('2');
      await session.close();
      await pool.close();
    },
  );
});

const native = await cpython().probe();
const nativeTitle = (title: string): string =>
  native.ok ? title : `${title} (skipped: ${native.reason})`;

describe.skipIf(!native.ok)(nativeTitle('isolation of cpython'), () => {
  it("meets require: 'os'", async () => {
    await using session = await cpython().open({ require: 'os' });
    expect((await session.execute('6 * 7')).value).toBe('42');
  });

  it.each(['executes', 'shows /etc', 'fails'] as const)(
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
