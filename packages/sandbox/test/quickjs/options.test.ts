import { invalidOption } from '@rlm/config/options-suite';
import { readFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { describe, expect, it } from 'vitest';

import type { SandboxSession, SessionSnapshot } from '../../src/index.js';
import { locateQuickJS } from '../../src/quickjs/locate.js';
import { quickjs, type QuickJSOptions } from '../../src/quickjs/index.js';

const path = locateQuickJS();
const bytes = await readFile(path);

const forms: Readonly<Record<string, NonNullable<QuickJSOptions['wasm']>>> = {
  'a path': path,
  'a URL': pathToFileURL(path),
  'a URL as text': pathToFileURL(path).href,
  bytes,
  'a compiled module': await WebAssembly.compile(bytes),
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

  it('bounds the memory of a compiled module too', async () => {
    const session = await quickjs({ wasm: await WebAssembly.compile(bytes) }).open({
      limits: { memoryBytes: 16 * 2 ** 20 },
    });
    const cell = 'const all = []; for (;;) all.push(new Array(1000).fill(0));';
    expect((await session.execute(cell)).outcome).toBe('memory');
    expect((await session.execute('print(1)')).stdout).toBe('1\n');
    await session.close();
  });

  it('opens a snapshot of the same file in another backend, but not one of a compiled module', async () => {
    const session = await quickjs({ wasm: bytes }).open();
    const fork = await quickjs().open({ snapshot: await snapshotOf(session) });
    const module = await WebAssembly.compile(bytes);
    await expect(
      quickjs({ wasm: module }).open({ snapshot: await snapshotOf(session) }),
    ).rejects.toMatchObject({ code: 'snapshot_mismatch' });
    await Promise.all([session.close(), fork.close()]);
  });

  it.each([
    [{ wasm: './quickjs.wasm' }, 'wasm', 'got "./quickjs.wasm"'],
    [{ wasm: new ArrayBuffer(8) }, 'wasm', 'got an ArrayBuffer'],
    [{ wasmPath: path }, 'wasmPath', 'Known options: '],
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
});
