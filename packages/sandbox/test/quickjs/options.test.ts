import { invalidOption } from '@rlm/config/options-suite';
import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { describe, expect, it, vi } from 'vitest';

import type { SandboxSession, SessionSnapshot } from '../../src/index.js';
import { locateInterpreter } from '../../src/quickjs/interpreter.js';
import { quickjs, type QuickJSOptions } from '../../src/quickjs/index.js';

const path = locateInterpreter(undefined);
const bytes = await readFile(path);

const forms: Readonly<Record<string, NonNullable<QuickJSOptions['wasm']>>> = {
  'a path': path,
  'a URL': pathToFileURL(path),
  'a URL as text': pathToFileURL(path).href,
  bytes,
};

const snapshotOf = async (session: SandboxSession): Promise<SessionSnapshot> => {
  const snapshot = await session.snapshot?.();
  if (snapshot === undefined) throw new Error('expected a snapshot');
  return snapshot;
};

describe('quickjs', () => {
  it.each(Object.entries(forms))('takes its interpreter as %s', async (_, wasm) => {
    const backend = quickjs({ wasm });
    expect(await backend.probe()).toMatchObject({ ok: true });
    const session = await backend.open();
    expect((await session.execute('let x = 6; FINAL(x * 7)')).finalOutput).toMatchObject({
      answer: 42,
    });
    const fork = await backend.open({ snapshot: await snapshotOf(session) });
    expect((await fork.execute('print(x)')).stdout).toBe('6\n');
    await Promise.all([session.close(), fork.close()]);
  });

  it('opens a snapshot of the same file in another backend', async () => {
    const session = await quickjs({ wasm: bytes }).open();
    await session.execute('let x = 6');
    const fork = await quickjs().open({ snapshot: await snapshotOf(session) });
    expect((await fork.execute('x')).value).toBe('6');
    await Promise.all([session.close(), fork.close()]);
  });

  it('starts a session from its file as that is now, also if another was there before', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'rlm-quickjs-'));
    const wasm = join(folder, 'quickjs.wasm');
    await writeFile(wasm, bytes);
    const backend = quickjs({ wasm });
    const told = async (): Promise<string | undefined> => {
      await using session = await backend.open();
      return (await session.execute('null.x')).error?.message;
    };
    expect(await told()).toContain('of null');
    const changed = Buffer.from(bytes);
    for (let at = changed.indexOf(' of null'); at !== -1; at = changed.indexOf(' of null', at)) {
      changed.write(' OF NULL', at);
    }
    await writeFile(wasm, changed);
    await utimes(wasm, 1, 1);
    expect(await told()).toContain('OF NULL');
    await rm(folder, { recursive: true });
  });

  it.each([
    [{ wasm: './quickjs.wasm' }, 'wasm', 'got "./quickjs.wasm"'],
    [{ wasm: new ArrayBuffer(8) }, 'wasm', 'got an ArrayBuffer'],
    [
      { wasm: new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])) },
      'wasm',
      'not',
    ],
    [{ wasmPath: path }, 'wasmPath', 'Known options: '],
    [{ node: 'node' }, 'node', 'absolute path'],
    [{ process: 'none' }, 'process', 'Known options: '],
  ])('refuses the options %o', (options, option, fact) => {
    expect(() => quickjs(options as QuickJSOptions)).toThrow(invalidOption(option, fact));
  });

  it('says of a file that is not there, or is something else, what it is and what to do', async () => {
    const missing = quickjs({ wasm: '/nowhere/quickjs.wasm' });
    expect(await missing.probe()).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/ENOENT.*\/nowhere\/quickjs\.wasm/) as string,
      hint: expect.stringMatching(/quickjs\.wasm of the package quickjs-wasi/) as string,
    });
    await expect(missing.open()).rejects.toMatchObject({ code: 'backend_unavailable' });
    const other = await quickjs({ wasm: fileURLToPath(import.meta.url) }).probe();
    expect(other).toMatchObject({ reason: expect.stringMatching(/no WebAssembly/) as string });
  });

  it('says of a Node.js that is not there what to do', async () => {
    const backend = quickjs({ node: '/nowhere/node' });
    expect(await backend.probe()).toMatchObject({
      ok: false,
      reason: expect.stringContaining('/nowhere/node') as string,
      hint: expect.stringContaining('node:') as string,
    });
    await expect(backend.open()).rejects.toMatchObject({ code: 'backend_unavailable' });
  });

  it('runs in the Node.js that is named', async () => {
    await using session = await quickjs({ node: process.execPath }).open();
    expect((await session.execute('6 * 7')).value).toBe('42');
  });

  it.each([
    ['electron', 'electron is not one', () => runsIn('electron')],
    ['deno', 'deno is not one', () => runsIn('deno')],
    ['an executable of Bun', 'this program is a single executable', isCompiledByBun],
    ['an executable of Node.js', 'this program is a single executable', isCompiledByNode],
  ])('asks for a Node.js where the program is %s', async (_, why, pretend) => {
    pretend();
    expect(await quickjs({ onDiagnostic: () => undefined }).probe()).toMatchObject({
      ok: false,
      reason: expect.stringContaining(why) as string,
      hint: expect.stringContaining("node: '/usr/bin/node'") as string,
    });
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });
});

function runsIn(name: string): void {
  vi.spyOn(process, 'versions', 'get').mockReturnValue({ ...process.versions, [name]: '1' });
}

function isCompiledByBun(): void {
  vi.stubGlobal('Bun', { isStandaloneExecutable: true });
}

function isCompiledByNode(): void {
  const { getBuiltinModule } = process;
  vi.spyOn(process, 'getBuiltinModule').mockImplementation(((name: string) =>
    name === 'node:sea' ? { isSea: () => true } : getBuiltinModule(name)) as never);
}
