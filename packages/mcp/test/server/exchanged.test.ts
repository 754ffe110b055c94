import { existsSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

import { describe, expect, it } from 'vitest';

import { findFiles } from '../../src/server/files/find-files.js';
import { readTexts } from '../../src/server/files/read-question.js';
import { joinRoots } from '../../src/server/files/roots.js';
import { folderOf } from '../support/serve.js';

const { signal } = new AbortController();

/** Exchanges a folder and a link, again and again, until it is stopped. */
const exchange = `
const { renameSync } = require('node:fs');
const { workerData: [folder, link, spare] } = require('node:worker_threads');
for (;;) {
  renameSync(folder, spare); renameSync(link, folder);
  renameSync(folder, link); renameSync(spare, folder);
}`;

describe('a folder that is exchanged for a link to the outside', () => {
  it('between finding and reading: the file is refused', async () => {
    const outside = await folderOf({ 's.txt': 'secret' });
    const folder = await folderOf({ 'w/s.txt': 'own' });
    const roots = await joinRoots([folder], undefined);
    const { files } = await findFiles(['w/s.txt'], roots, 10);
    renameSync(join(folder, 'w'), join(folder, 'before'));
    symlinkSync(outside, join(folder, 'w'));
    await expect(readTexts(files, roots, 1_000, signal)).rejects.toMatchObject({
      code: 'path_not_allowed',
    });
  });

  it('for another folder that is allowed: it is read', async () => {
    const folder = await folderOf({ 'w/s.txt': 'own', 'other/s.txt': 'other' });
    const roots = await joinRoots([folder], undefined);
    const { files } = await findFiles(['w/s.txt'], roots, 10);
    renameSync(join(folder, 'w'), join(folder, 'before'));
    symlinkSync(join(folder, 'other'), join(folder, 'w'));
    expect(await readTexts(files, roots, 1_000, signal)).toMatchObject({ context: 'other' });
  });

  it('for a folder in the place of the file: it is refused', async () => {
    const folder = await folderOf({ 'w/s.txt': 'own' });
    const roots = await joinRoots([folder], undefined);
    const { files } = await findFiles(['w/s.txt'], roots, 10);
    renameSync(join(folder, 'w/s.txt'), join(folder, 'before'));
    mkdirSync(join(folder, 'w/s.txt'));
    writeFileSync(join(folder, 'w/s.txt/in.txt'), 'in');
    await expect(readTexts(files, roots, 1_000, signal)).rejects.toMatchObject({
      code: 'path_not_allowed',
    });
  });

  it('at any moment: nothing from outside is read', async () => {
    const outside = await folderOf({ 's.txt': 'secret' });
    const folder = await folderOf({ 'w/s.txt': 'own' });
    await mkdir(join(folder, 'x'));
    await writeFile(join(folder, 'x', 'y'), '');
    await symlink(outside, join(folder, 'link'));
    const roots = await joinRoots([folder], undefined);
    const workerData = ['w', 'link', 'spare'].map((name) => join(folder, name));
    const worker = new Worker(exchange, { eval: true, workerData });
    const texts = new Set<unknown>();
    try {
      for (let at = 0; at < 3_000; at++) {
        const ask = async (): Promise<unknown> => {
          const { files } = await findFiles(['w/s.txt'], roots, 10);
          return (await readTexts(files, roots, 1_000, signal)).context;
        };
        texts.add(await ask().catch(() => 'refused'));
      }
    } finally {
      await worker.terminate();
    }
    expect(existsSync(join(outside, 's.txt'))).toBe(true);
    expect([...texts].sort()).toEqual(['own', 'refused']);
  });
});
