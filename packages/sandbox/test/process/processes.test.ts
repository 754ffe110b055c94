import { readdir, readFile, readlink } from 'node:fs/promises';

import { describe, expect, it, vi } from 'vitest';

import type { ProcessDiagnostic, SandboxBackend } from '../../src/index.js';
import { pyodide } from '../../src/pyodide/index.js';
import { quickjs } from '../../src/quickjs/index.js';
import { apart, enginesSince, testDyingProcess } from '../support/dying-processes.js';
import { sessionsOfFile } from '../support/open-sessions.js';
import { descendants, waitUntilGone, type ProcessMark } from '../support/process-tree.js';

const linux = process.platform === 'linux';
const title = (what: string): string => (linux ? what : `${what} (skipped: /proc is of Linux)`);

const openOn = sessionsOfFile();

describe.skipIf(!linux)(title('where engines run'), () => {
  it('is one process for all sessions of a backend, which ends after the last', async () => {
    const before = await descendants(process.pid);
    const backend = apart.quickjs();
    const [one, two] = [await openOn(backend), await openOn(backend)];
    expect((await one.execute('1 + 1')).value).toBe('2');
    expect((await two.execute('1 + 2')).value).toBe('3');
    const engines = await enginesSince(before);
    expect(engines).toHaveLength(1);
    await one.close();
    expect((await two.execute('2 + 2')).value).toBe('4');
    await two.close();
    expect(await waitUntilGone(engines)).toEqual([]);
  });

  it.each([
    ['quickjs', quickjs, apart.quickjs],
    ['pyodide', pyodide, apart.pyodide],
  ])('is one for all backends of %s without options', async (_name, make, makeApart) => {
    const first = await openOn(make());
    const before = await descendants(process.pid);
    const second = await openOn(make());
    expect(await enginesSince(before)).toEqual([]);
    const other = await openOn(makeApart());
    expect(await enginesSince(before)).toHaveLength(1);
    for (const session of [first, second, other]) await session.close();
  });

  it('ends after a probe that needed it, unless a session follows at once', async () => {
    // With an option of its own, it shares no process with other backends.
    const alone = (): SandboxBackend => quickjs({ onDiagnostic: () => undefined });
    const before = await descendants(process.pid);
    const backend = alone();
    // It stays a moment, which is over before a busy machine has listed its processes: they are listed while it is asked.
    const listed = async (): Promise<readonly ProcessMark[] | false> => {
      const found = await enginesSince(before);
      return found.length > 0 && found;
    };
    const [found, probed] = await Promise.all([
      backend.probe(),
      vi.waitUntil(listed, { timeout: 30_000, interval: 1 }),
    ]);
    expect(found).toMatchObject({ ok: true });
    expect(probed).toHaveLength(1);
    const session = await openOn(backend);
    expect(await enginesSince(before)).toMatchObject(probed.map(({ pid }) => ({ pid })));
    await session.close();
    expect(await waitUntilGone(probed)).toEqual([]);
    const other = alone();
    await other.probe();
    expect(await waitUntilGone(await enginesSince(before))).toEqual([]);
  });

  it('does not end while somebody waits for its build', async () => {
    const before = await descendants(process.pid);
    const backend = apart.quickjs();
    const session = await openOn(backend);
    const [engine] = await enginesSince(before);
    await session.close();
    // Without a session it ends in a moment; stopped, it answers later.
    const pid = engine?.pid ?? NaN;
    process.kill(pid, 'SIGSTOP');
    const build = backend.build?.();
    await new Promise((resolve) => setTimeout(resolve, 500));
    process.kill(pid, 'SIGCONT');
    expect(await build).toMatch(/^\w+/);
    expect(await waitUntilGone(engine === undefined ? [] : [engine])).toEqual([]);
  });

  it("is a process for each session with 'own', and this one with 'none'", async () => {
    const before = await descendants(process.pid);
    const own = quickjs({ process: 'own' });
    await Promise.all([openOn(own), openOn(own)]);
    expect(await enginesSince(before)).toHaveLength(2);
    const none = await openOn(quickjs({ process: 'none' }));
    expect((await none.execute('6 * 7')).value).toBe('42');
    expect(await enginesSince(before)).toHaveLength(2);
  });

  it('has an empty environment and no open files but its own', async () => {
    const before = await descendants(process.pid);
    await openOn(apart.quickjs());
    const [engine] = await enginesSince(before);
    const folder = `/proc/${engine?.pid ?? 0}`;
    const environment = await readFile(`${folder}/environ`, 'utf8');
    expect(
      environment.split('\0').filter((line) => line !== '' && !line.startsWith('PWD=')),
    ).toEqual([]);
    const files = await readdir(`${folder}/fd`);
    const targets = await Promise.all(
      files.map((file) => readlink(`${folder}/fd/${file}`).catch(() => '')),
    );
    expect(
      targets.filter((target) => !/^(?:socket|pipe|anon_inode|\/dev\/null$|\/$|$)/.test(target)),
    ).toEqual([]);
  });
});

describe.skipIf(!linux)(title('a process that dies'), () => {
  testDyingProcess(apart.quickjs(), openOn);

  it('runs the cells again that were running, which pays nothing twice', async () => {
    const before = await descendants(process.pid);
    let asked = 0;
    let isLate = false;
    const functions = {
      ask: async (text: string) => {
        asked++;
        if (text === 'second' && !isLate) {
          isLate = true;
          for (const { pid } of await enginesSince(before)) process.kill(pid, 'SIGKILL');
        }
        return `${text}!`;
      },
    };
    const backend = apart.quickjs();
    const [one, two] = [await openOn(backend, { functions }), await openOn(backend)];
    await two.execute('var other = 1');
    const result = await one.execute(
      'print(await ask("first")); print(await ask("second")); print(await ask("third"))',
    );
    expect(result).toMatchObject({ outcome: 'ok', stdout: 'first!\nsecond!\nthird!\n' });
    expect(asked).toBe(3);
    expect((await two.execute('print(other)')).stdout).toBe('1\n');
  });
});

describe('where no process can be started', () => {
  const wasm = new WebAssembly.Module(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]));

  it("says so once, and stays in this process, where 'process' is not given", async () => {
    const heard: ProcessDiagnostic[] = [];
    const backend = quickjs({ wasm, onDiagnostic: (diagnostic) => heard.push(diagnostic) });
    expect(await backend.probe()).toEqual({ ok: true });
    for (let count = 0; count < 2; count++) await backend.open().catch(() => undefined);
    expect(heard).toHaveLength(1);
    expect(heard[0]?.message).toContain('a compiled WebAssembly.Module');
    expect(heard[0]?.message).toContain("process: 'none'");
  });

  it.each(['shared', 'own'] as const)("fails in probe with '%s'", async (mode) => {
    const backend = quickjs({ wasm, process: mode });
    const probed = await backend.probe();
    expect(probed).toMatchObject({ ok: false });
    expect('reason' in probed && probed.reason).toContain('a compiled WebAssembly.Module');
    await expect(backend.open()).rejects.toMatchObject({ code: 'backend_unavailable' });
  });

  it("needs no process with 'none'", async () => {
    expect(await quickjs({ wasm, process: 'none' }).probe()).toEqual({ ok: true });
  });

  it('says so, and stays in this process, where none comes to stand', async () => {
    const heard: ProcessDiagnostic[] = [];
    const execPath = process.execPath;
    const backend = quickjs({ onDiagnostic: (diagnostic) => heard.push(diagnostic) });
    try {
      process.execPath = '/nowhere/node';
      expect(await backend.probe()).toEqual({ ok: true });
      expect((await (await openOn(backend)).execute('6 * 7')).value).toBe('42');
      expect(heard).toHaveLength(1);
      expect(heard[0]).toMatchObject({ code: 'no_process' });
      expect(await quickjs({ process: 'own' }).probe()).toMatchObject({ ok: false });
    } finally {
      process.execPath = execPath;
    }
  });
});
