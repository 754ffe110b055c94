import type * as Files from 'node:fs/promises';
import { mkdir, readdir, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';

import type { RunRecords } from '../../src/index.js';
import type { jsonlStore as JsonlStore } from '../../src/jsonl/index.js';
import { faultOf } from '../../src/testing/cases/material.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** What the next listing of a folder gives in place of its names: those that a slow process has seen. */
const stale = vi.hoisted(() => ({ names: undefined as string[] | undefined }));
/** What others do before the next draft gets its number: its process stands still for so long. */
const slow = vi.hoisted(() => ({ beforeLink: undefined as (() => Promise<void>) | undefined }));

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof Files>();
  return {
    ...real,
    link: async (draft: string, file: string) => {
      const { beforeLink } = slow;
      slow.beforeLink = undefined;
      await beforeLink?.();
      return real.link(draft, file);
    },
    readdir: (path: string) => {
      const { names } = stale;
      stale.names = undefined;
      return names === undefined ? real.readdir(path) : Promise.resolve(names);
    },
  };
});

let jsonlStore: typeof JsonlStore;
// The store is loaded anew: other tests of this process have loaded it already, over the real files.
beforeAll(async () => {
  vi.resetModules();
  ({ jsonlStore } = await import('../../src/jsonl/index.js'));
});

let folder: string;
let records: RunRecords;
let remove: () => Promise<void>;
beforeEach(async () => {
  stale.names = undefined;
  ({ folder, remove } = await temporaryFolder());
  const store = jsonlStore({ folder, sync: false });
  if (store.records === undefined) throw new Error('no records');
  records = store.records;
});
afterEach(() => remove());

async function writeVersions(count: number): Promise<void> {
  for (let version = 1; version <= count; version += 1) {
    const before = version === 1 ? undefined : `v${String(version - 1)}`;
    await records.write('a', `v${String(version)}`, before);
  }
}

const names = (): Promise<string[]> => readdir(join(folder, 'budgets', 'a'));

it('keeps the last eight versions, and no drafts that a killed process has left', async () => {
  await writeVersions(3);
  await writeFile(join(folder, 'budgets', 'a', '2.0123456789abcdef.tmp'), 'half a ver');
  for (let version = 4; version <= 13; version += 1)
    await records.write('a', `v${String(version)}`, `v${String(version - 1)}`);
  const numbers = (await names()).map((name) => parseInt(name, 10)).sort((one, two) => one - two);
  expect(numbers).toEqual([6, 7, 8, 9, 10, 11, 12, 13]);
  expect(await records.read('a')).toBe('v13');
});

it('does not let a process write that was slow, and whose number is free again', async () => {
  await writeVersions(13);
  await writeFile(join(folder, 'budgets', 'a', '4.json'), 'v4');
  stale.names = ['4.json'];
  expect(await records.write('a', 'lost', 'v4')).toBe(false);
  expect(await records.read('a')).toBe('v13');
  expect(await records.write('a', 'v14', 'v13')).toBe(true);
});

it('is for its owner alone', async () => {
  await writeVersions(1);
  const modes = await Promise.all(
    ['budgets', 'budgets/a', 'budgets/a/1.json'].map((path) => stat(join(folder, path))),
  );
  expect(modes.map(({ mode }) => (mode & 0o777).toString(8))).toEqual(['700', '700', '600']);
});

it.each<[string, (file: string) => Promise<unknown>]>([
  ['4 TB', (file) => writeFile(file, '').then(() => truncate(file, 2 ** 42))],
  ['17 MB', (file) => writeFile(file, '').then(() => truncate(file, 17 * 2 ** 20))],
])('reads no record of %s', async (_, make) => {
  await mkdir(join(folder, 'budgets', 'a'), { recursive: true });
  await make(join(folder, 'budgets', 'a', '1.json'));
  expect((await faultOf(records.read('a'))).code).toBe('journal_corrupt');
});

it('does not write after the last number, where nobody would find it', async () => {
  await mkdir(join(folder, 'budgets', 'a'), { recursive: true });
  await writeFile(join(folder, 'budgets', 'a', '999999999999999.json'), 'last');
  expect(await records.read('a')).toBe('last');
  expect((await faultOf(records.write('a', 'text', 'last'))).code).toBe('journal_corrupt');
});

it.each(['budgets', 'budgets/a'])('writes nothing through a link at %s', async (place) => {
  const { folder: elsewhere, remove: removeElsewhere } = await temporaryFolder();
  if (place !== 'budgets') await mkdir(join(folder, 'budgets'));
  await symlink(elsewhere, join(folder, place));
  const fault = await faultOf(records.write('a', 'text', undefined));
  expect(fault.code).toBe('journal_write_failed');
  expect(fault.message).toContain('is a link');
  expect(await readdir(elsewhere)).toEqual([]);
  await removeElsewhere();
});

it('reads no link in place of a record', async () => {
  await mkdir(join(folder, 'budgets', 'a'), { recursive: true });
  await symlink('/dev/zero', join(folder, 'budgets', 'a', '1.json'));
  expect((await faultOf(records.read('a'))).code).toBe('journal_corrupt');
  expect((await faultOf(records.write('a', 'text', undefined))).code).toBe('journal_corrupt');
});

it('says which record could not be written', async () => {
  await writeFile(join(folder, 'budgets'), 'a file in place of the folder');
  const fault = await faultOf(records.write('a', 'text', undefined));
  expect(fault.code).toBe('journal_write_failed');
  expect(fault.message).toMatch(/\brecord "a" .*\bwritten: /);
});

it('a process that stands still for many versions has not written, and no error', async () => {
  await writeVersions(2);
  slow.beforeLink = async () => {
    for (let version = 0; version < 20; version += 1) {
      await records.write('a', `meanwhile ${version}`, await records.read('a'));
    }
  };
  expect(await records.write('a', 'late', 'v2')).toBe(false);
  expect(await records.read('a')).toBe('meanwhile 19');
});
