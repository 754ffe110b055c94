import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import { pyodide } from '../../src/pyodide/index.js';
import { quickjs } from '../../src/quickjs/index.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rlm-node-'));
});
afterAll(() => rm(folder, { recursive: true }));
const { execPath } = process;
afterEach(() => {
  process.execPath = execPath;
  vi.useRealTimers();
});

/** A program of these lines of a shell. */
async function program(name: string, lines: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, `#!/bin/sh\n${lines}\n`);
  await chmod(path, 0o755);
  return path;
}

const unavailable = (...facts: readonly string[]): object => ({
  code: 'backend_unavailable',
  message: expect.stringMatching(
    new RegExp([...facts, 'name a Node.js of version 20.19'].join('.*'), 's'),
  ) as string,
});

describe.skipIf(process.platform === 'win32').each([
  ['quickjs', quickjs],
  ['pyodide', pyodide],
] as const)('%s', (name, create) => {
  it('says of a program that is no Node.js what it said, and what to do', async () => {
    const backend = create({ node: '/bin/ls' });
    const refused = unavailable(`${name}\\(\\) cannot use /bin/ls as a Node.js`, 'code', 'option');
    await expect(backend.open()).rejects.toMatchObject(refused);
    await expect(backend.open()).rejects.not.toThrow('\n');
    expect(await backend.probe()).toMatchObject({
      ok: false,
      reason: expect.stringContaining('/bin/ls') as string,
      hint: expect.stringContaining('20.19') as string,
    });
  });

  it('says so of one that says nothing', async () => {
    const node = await program('mute', 'exit 7');
    await expect(create({ node }).open()).rejects.toMatchObject(unavailable(node, 'code 7;'));
  });

  it('says so of the program that runs this', async () => {
    process.execPath = '/bin/ls';
    await expect(create().open()).rejects.toMatchObject(unavailable('/bin/ls', 'option'));
  });

  it('says so of one that does not become ready in time', async () => {
    const node = await program('slow', 'exec sleep 1000');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const opened = expect(create({ node }).open()).rejects.toMatchObject(
      unavailable(node, 'not ready within 60000 ms'),
    );
    let isSettled = false;
    const settled = opened.finally(() => (isSettled = true));
    // Its process may start late.
    while (!isSettled) {
      await vi.advanceTimersByTimeAsync(60_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await settled;
  });

  it('says of a folder, and of a file that is no program, that it is one', async () => {
    await expect(create({ node: folder }).open()).rejects.toMatchObject(
      unavailable(`${folder}: it is a folder`),
    );
    const node = join(folder, 'text');
    await writeFile(node, 'text');
    await expect(create({ node }).open()).rejects.toMatchObject(
      unavailable('this user may not execute it'),
    );
  });

  it('does not say so of a Node.js that was one before', async () => {
    const broken = join(folder, `${name}-broken`);
    const lines = `[ -e '${broken}' ] && exit 7\nexec '${execPath}' "$@"`;
    const node = await program(`${name}-node`, lines);
    const first = await create({ node }).open();
    await first.close();
    await writeFile(broken, '');
    await expect(create({ node }).open()).rejects.toMatchObject({
      code: 'session_lost',
      message: expect.stringContaining('exited with code 7') as string,
    });
  });
});
