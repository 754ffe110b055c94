import { describe, expect, it } from 'vitest';

import type { SandboxBackend } from '../../src/index.js';
import { findCommand } from '../../src/process/find-command.js';
import { pyodide } from '../../src/pyodide/index.js';
import { quickjs } from '../../src/quickjs/index.js';
import type { Bubblewrap } from './bubblewraps.js';
import type { sessionsOfFile } from './open-sessions.js';

export const linux: boolean = process.platform === 'linux';
export const hasBubblewrap: boolean =
  (await quickjs().probe()).ok && findCommand('bwrap') !== undefined;
export const needing = (title: string): string =>
  hasBubblewrap ? title : `${title} (skipped: there is no command bwrap)`;

interface Heard {
  readonly code: string;
  readonly message: string;
}

/** A backend that does without isolation, if it must. */
interface Kind {
  readonly name: string;
  readonly make: (onDiagnostic: (diagnostic: Heard) => void) => SandboxBackend;
  /** What is tried as bubblewrap: the rest is the same in all that run in processes of engines. */
  readonly tried: readonly Bubblewrap[];
}

const all = ['none', 'fails', 'executes'] as const;
export const usualKinds: readonly Kind[] = [
  {
    name: 'quickjs',
    make: (onDiagnostic) => quickjs({ onDiagnostic }),
    tried: all,
  },
];

/** One that runs in a process of engines as QuickJS does. */
export const otherKinds: readonly Kind[] = [
  {
    name: 'pyodide',
    make: (onDiagnostic) => pyodide({ onDiagnostic }),
    tried: ['none'],
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

/** What backends of these kinds tell of their isolation, and do without it. */
export function testIsolation(
  kinds: readonly Kind[],
  use: (which: Bubblewrap) => void,
  openOn: ReturnType<typeof sessionsOfFile>,
): void {
  describe.skipIf(!linux).each(kinds)('isolation of $name', (kind) => {
    const { tried } = kind;
    const code = '6 * 7';

    it.each(tried)('that is missing (bwrap: %s) is said once', async (which) => {
      use(which);
      const message = expect.stringMatching(told[which] ?? '') as string;
      const { backend, heard } = listen(kind);
      for (let session = 0; session < 2; session++) {
        expect((await (await openOn(backend)).execute(code)).value).toBe('42');
      }
      expect(heard).toEqual([message]);
      expect(backend.isolation).toBe('wasm');
      expect(await backend.probe()).toEqual({ ok: true, isolationMissing: message });
      expect(heard).toHaveLength(1);
      await expect(backend.open({ require: 'os' })).rejects.toMatchObject({
        code: 'isolation_unavailable',
        message,
      });
    });

    it.skipIf(!hasBubblewrap)(
      needing("is there, meets require: 'os', and says nothing"),
      async () => {
        const { backend, heard } = listen(kind);
        const session = await backend.open({ require: 'os' });
        expect((await session.execute(code)).value).toBe('42');
        await session.close();
        expect(backend.isolation).toBe('wasm+os');
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
        expect([backend.isolation, heard.length]).toEqual(['wasm', 1]);
        const second = await openOn(backend, { require: 'os' });
        expect([backend.isolation, heard.length]).toEqual(['wasm+os', 1]);
        expect((await second.execute(code)).value).toBe('42');
        expect((await first.execute(code)).value).toBe('42');
      },
    );
  });
}
