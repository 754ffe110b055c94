import { readdir, readFile, readlink } from 'node:fs/promises';

import { describe, expect, it } from 'vitest';

import { cpython } from '../../src/cpython/index.js';
import { quickjs } from '../../src/quickjs/index.js';
import { childrenSince, testDyingChildren } from '../support/dying-children.js';
import { sessionsOfFile } from '../support/open-sessions.js';
import { descendants, waitUntilGone } from '../support/process-tree.js';

const linux = process.platform === 'linux';
const title = (what: string): string => (linux ? what : `${what} (skipped: /proc is of Linux)`);

const openOn = sessionsOfFile();

describe.skipIf(!linux)(title('a session'), () => {
  it('is a process of its own, which ends with it', async () => {
    const before = await descendants(process.pid);
    const [one, two] = [await openOn(quickjs()), await openOn(quickjs())];
    expect(await childrenSince(before)).toHaveLength(2);
    await one.close();
    expect((await two.execute('2 + 2')).value).toBe('4');
    expect(await childrenSince(before)).toHaveLength(1);
    const children = await childrenSince(before);
    await two.close();
    expect(await waitUntilGone(children)).toEqual([]);
  });

  it('leaves nothing, however many come one after another', { timeout: 120_000 }, async () => {
    const files = async (): Promise<number> => (await readdir('/proc/self/fd')).length;
    const before = await descendants(process.pid);
    const backend = quickjs();
    await (await backend.open()).close();
    const open = await files();
    for (let round = 0; round < 10; round++) {
      const sessions = await Promise.all(Array.from({ length: 4 }, () => backend.open()));
      await Promise.all(sessions.map((session) => session.close()));
    }
    expect(await childrenSince(before)).toEqual([]);
    expect(await files()).toBeLessThanOrEqual(open);
  });

  it('ends after a probe that needed one', async () => {
    const before = await descendants(process.pid);
    expect(await quickjs({ onDiagnostic: () => undefined }).probe()).toMatchObject({ ok: true });
    expect(await childrenSince(before)).toEqual([]);
  });

  it('has an environment with settings of its memory alone, and no open files but its own', async () => {
    const before = await descendants(process.pid);
    await openOn(quickjs());
    const [child] = await childrenSince(before);
    const folder = `/proc/${child?.pid ?? 0}`;
    const environment = await readFile(`${folder}/environ`, 'utf8');
    expect(
      environment.split('\0').filter((line) => line !== '' && !/^(?:PWD|MALLOC_\w+)=/.test(line)),
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

describe.skipIf(!linux)(title('a child that is killed'), () => {
  testDyingChildren(quickjs(), openOn);
});

const native = await cpython().probe();
describe.skipIf(!native.ok)('a child of cpython() that is killed', () => {
  testDyingChildren(cpython(), openOn);
});
