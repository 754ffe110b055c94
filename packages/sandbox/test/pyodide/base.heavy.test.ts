import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { eventually } from '@rlm/config/eventually';
import { afterAll, describe, expect, it } from 'vitest';

import type { SandboxSession } from '../../src/index.js';
import { pyodide, type PyodideDiagnostic } from '../../src/pyodide/index.js';
import { digestOf } from '../../src/pyodide/kept-snapshot.js';
import { digestBytes } from '../../src/pyodide/start.js';

const root = mkdtempSync(join(tmpdir(), 'rlm-base-'));
afterAll(() => {
  rmSync(root, { recursive: true });
});

const limits = { memoryBytes: 256 * 1024 * 1024, cellMs: 20_000 };
/** What is said of bases; without bubblewrap, isolation that is missing is said too. */
const aboutBases = (heard: PyodideDiagnostic[]) => (diagnostic: PyodideDiagnostic) => {
  if (diagnostic.code.startsWith('start_snapshot')) heard.push(diagnostic);
};
/** The same folder under another spelling is another place: what a new process would find. */
const spelled = (folder: string, times: number): string => `${folder}${'/.'.repeat(times)}`;

describe('the snapshot from which sessions of pyodide start', { timeout: 240_000 }, () => {
  it('is made before the first session, and is kept for later processes', async () => {
    const folder = join(root, 'first');
    const heard: PyodideDiagnostic[] = [];
    const onDiagnostic = aboutBases(heard);
    const backend = pyodide({ cacheFolder: folder, onDiagnostic });
    // Two at once: it is made once.
    const [first, second] = await Promise.all([backend.open({ limits }), backend.open({ limits })]);
    // It is kept by now, so that no program ends too early for it.
    expect(readdirSync(folder)).toHaveLength(1);
    const now = { nowMs: 1_700_000_000_000 };
    const look = async (session: SandboxSession): Promise<string> => {
      const code = `import os, random, time, uuid
print(random.random(), hash("a"), sorted(globals())[:3])
print(time.monotonic(), time.perf_counter(), os.urandom(5), uuid.uuid4())`;
      return (await session.execute(code, now)).stdout;
    };
    await first.execute('class A:\n    n = 1\na = A()', now);
    await second.execute('class A:\n    n = 1\na = A()', now);
    expect(await look(first)).toBe(await look(second));
    expect((await first.execute('import os\nos.system("true")')).value).toBe('-1');

    const snapshot = await first.snapshot?.();
    if (snapshot === undefined) throw new Error('expected a snapshot');
    const restored = await backend.open({ limits, snapshot });
    expect((await restored.execute('a.n', now)).value).toBe('1');
    expect((await first.execute('a.n', now)).value).toBe('1');
    expect(await look(restored)).toBe(await look(first));
    const killed = await first.execute('sum(range(10**13))', { timeoutMs: 200 });
    expect(killed.outcome).toBe('timeout');
    expect((await first.execute('a.n')).value).toBe('1');
    await Promise.all([first.close(), second.close(), restored.close()]);

    const later = pyodide({ cacheFolder: spelled(folder, 1), onDiagnostic });
    const third = await later.open({ limits, snapshot });
    expect((await third.execute('a.n')).value).toBe('1');
    await third.close();
    expect(heard).toEqual([]);
  });

  it('is made anew, with a word, where the kept one is damaged; one of another version is left alone', async () => {
    const folder = join(root, 'first');
    const [name = ''] = readdirSync(folder);
    const sound = readFileSync(join(folder, name));
    writeFileSync(join(folder, name), sound.subarray(0, 1_000_000), { mode: 0o600 });
    writeFileSync(join(folder, 'python-0.snapshot'), 'of another version', { mode: 0o600 });
    const heard: PyodideDiagnostic[] = [];
    const backend = pyodide({
      cacheFolder: spelled(folder, 2),
      onDiagnostic: aboutBases(heard),
    });
    await using session = await backend.open({ limits });
    expect((await session.execute('6 * 7')).value).toBe('42');
    expect(heard).toEqual([
      { code: 'start_snapshot_ignored', message: expect.stringContaining('is damaged') as string },
    ]);
    // The session's own snapshot needs the base, which is the same as before.
    await session.snapshot?.();
    expect(readFileSync(join(folder, 'python-0.snapshot'), 'utf8')).toBe('of another version');
  });

  it('is named by the error where it is whole and no interpreter starts from it', async () => {
    const first = join(root, 'first');
    const name = readdirSync(first).find((file) => file.includes('node')) ?? '';
    const recipe = /^python-(.+)\.snapshot$/.exec(name)?.[1] ?? '';
    const bytes = readFileSync(join(first, name)).subarray(digestBytes);
    // The build of Pyodide, in the head of its own snapshot.
    const build = 16 + 4 * bytes.readUInt32LE(8) + 16;
    bytes.writeUInt8(bytes.readUInt8(build) ^ 1, build);
    const folder = join(root, 'unusable');
    mkdirSync(folder, { mode: 0o700 });
    const path = join(folder, name);
    writeFileSync(path, Buffer.concat([digestOf(recipe, bytes), bytes]), { mode: 0o600 });
    const opening = pyodide({ cacheFolder: folder }).open({ limits });
    await expect(opening).rejects.toThrow(`delete ${path}, from which it starts`);
    rmSync(path);
  });

  it('is made by the next session where the first is closed before it has booted, and is kept nowhere when that is switched off', async () => {
    const backend = pyodide({ cacheFolder: false });
    const controller = new AbortController();
    const first = backend.open({ limits, abortSignal: controller.signal });
    const second = backend.open({ limits });
    setImmediate(() => {
      controller.abort();
    });
    await expect(first).rejects.toThrow();
    await using session = await second;
    expect((await session.execute('6 * 7')).value).toBe('42');
  });

  it('is not kept where the folder cannot be made, which a listener hears', async () => {
    const file = join(root, 'file');
    writeFileSync(file, '');
    const heard: PyodideDiagnostic[] = [];
    const backend = pyodide({
      cacheFolder: join(file, 'cache'),
      onDiagnostic: aboutBases(heard),
    });
    await using session = await backend.open({ limits });
    expect((await session.execute('6 * 7')).value).toBe('42');
    await eventually(() => {
      expect(['start_snapshot_ignored', 'start_snapshot_not_kept']).toContain(heard[0]?.code);
    });
  });
});
