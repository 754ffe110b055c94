import { execFileSync } from 'node:child_process';
import { copyFile, mkdir, readdir, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { RunStore } from '../../src/index.js';
import { jsonlStore } from '../../src/jsonl/index.js';
import { sealLine } from '../../src/jsonl/line-seal.js';
import { toArray } from '../../src/store/to-array.js';
import { effect, written } from '../../src/testing/cases/material.js';
import { temporaryFolder } from '../support/temporary-folder.js';

let folder: string;
let store: RunStore;
let remove: () => Promise<void>;
beforeEach(async () => {
  ({ folder, remove } = await temporaryFolder());
  store = jsonlStore({ folder, sync: false });
  await written(store, 'run', [effect(1, 'a')]);
});
afterEach(() => remove());

const pipe = (path: string): void => {
  execFileSync('mkfifo', [path]);
};
const headOf = (more: object): string =>
  sealLine(
    JSON.stringify({
      ...{ n: 0, e: 0, ms: 0, t: 'head', format: 'rlm-journal', version: 1 },
      ...{ run: 'x', seed: 's', nonce: 'n', made: 1, ...more },
    }),
  );

describe('a folder of runs that somebody else has filled', () => {
  it.each<[string, (path: string) => unknown]>([
    ['a folder', (path) => mkdir(path)],
    ['a pipe', pipe],
    ['a device', (path) => symlink('/dev/zero', path)],
    ['a link to a journal', (path) => symlink('run.jsonl', path)],
    [
      'more zeros than there is memory',
      (path) => writeFile(path, '').then(() => truncate(path, 2 ** 42)),
    ],
    ['a head that is null', (path) => writeFile(path, sealLine('null'))],
    ['a head without a date', (path) => writeFile(path, headOf({ made: 'x' }))],
    ['a date that there is not', (path) => writeFile(path, headOf({ made: 9e15 }))],
    ['an origin that is null', (path) => writeFile(path, headOf({ from: null }))],
    ['an origin without a step', (path) => writeFile(path, headOf({ from: { run: 'run' } }))],
  ])('lists %s that is named as a run as corrupt, beside the others', async (_, make) => {
    await make(join(folder, 'x.jsonl'));
    const found = await toArray(store.list());
    expect(found.map(({ runId, status }) => [runId, status])).toEqual([
      ['run', 'open'],
      ['x', 'corrupt'],
    ]);
    await store.remove('run');
    expect(await toArray(store.list())).toMatchObject([{ runId: 'x' }]);
  });

  it.each<[string, (path: string) => unknown]>([
    ['a folder', (path) => mkdir(path)],
    ['a pipe', pipe],
    ['a link', (path) => symlink('run.jsonl', path)],
  ])('opens no %s, and removes none', async (_, make) => {
    await make(join(folder, 'x.jsonl'));
    const told = {
      code: 'journal_corrupt',
      message: expect.stringContaining('not a regular file') as unknown,
    };
    await expect(store.open('x')).rejects.toMatchObject(told);
    await expect(toArray(store.read('x'))).rejects.toMatchObject(told);
    await expect(store.remove('x')).rejects.toMatchObject(told);
  });

  it('waits for no lock that is a pipe, and believes none without numbers', async () => {
    pipe(join(folder, 'run.lock'));
    await copyFile(join(folder, 'run.jsonl'), join(folder, 'other.jsonl'));
    await writeFile(join(folder, 'other.lock'), '{"pid":"x","host":"h","since":"then"}');
    // It belongs to somebody: when it was made is known.
    for (const { owner } of await toArray(store.list())) {
      expect(owner).toMatchObject({ pid: 0, since: expect.any(Number) as unknown });
    }
    await expect(store.open('other')).rejects.toMatchObject({ code: 'journal_locked' });
  });

  it.each([
    '../secret.txt',
    `../blobs/${'a'.repeat(64)}`,
    'A'.repeat(64),
    '',
    ['a'.repeat(64)] as unknown as string,
    undefined as unknown as string,
  ])('reads no blob by the name %j', async (blob) => {
    await writeFile(join(folder, 'secret.txt'), 'secret');
    const journal = await store.open('run');
    await expect(journal.readBlob({ blob, bytes: 6 })).rejects.toMatchObject({
      code: 'journal_corrupt',
      message: expect.stringContaining('is no SHA-256') as unknown,
    });
    await journal.close();
  });

  it('waits for no blob that is a pipe', async () => {
    const blob = 'a'.repeat(64);
    pipe(join(folder, 'blobs', blob));
    const journal = await store.open('run');
    await expect(journal.readBlob({ blob, bytes: 6 })).rejects.toMatchObject({
      code: 'journal_corrupt',
      message: expect.stringContaining('is missing') as unknown,
    });
    await journal.close();
  });
});

it('writes no blob through a link in place of their folder', async () => {
  const { folder: elsewhere, remove: removeElsewhere } = await temporaryFolder();
  const { folder: other, remove: removeOther } = await temporaryFolder();
  await symlink(elsewhere, join(other, 'blobs'));
  const hostile = jsonlStore({ folder: other, sync: false });
  await expect(hostile.create({ runId: 'x' })).rejects.toMatchObject({
    code: 'journal_write_failed',
    message: expect.stringContaining('is a link') as unknown,
  });
  expect(await readdir(elsewhere)).toEqual([]);
  await removeElsewhere();
  await removeOther();
});

it.each([{ since: 9e15 }, { since: -9e15 }, { host: { name: 'h' } }])(
  'says that a run is locked whatever its lock holds: %o',
  async (forged) => {
    const lock = { pid: process.pid, host: 'h', since: 1, by: 'x', ...forged };
    await writeFile(join(folder, 'run.lock'), JSON.stringify(lock));
    const fault: unknown = await store.open('run').catch((error: unknown) => error);
    expect(fault).toMatchObject({ code: 'journal_locked' });
    expect(String(fault)).not.toContain('[object');
  },
);

it('believes no lock that is longer than a lock is', async () => {
  const lock = { pid: process.pid, host: 'h', since: 1, by: 'x'.repeat(70_000) };
  await writeFile(join(folder, 'run.lock'), JSON.stringify(lock));
  // It belongs to somebody: a moment, since its numbers count as none.
  for (const { owner } of await toArray(store.list())) expect(owner?.pid).toBe(0);
  await expect(store.open('run')).rejects.toMatchObject({ code: 'journal_locked' });
});
