import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { readContextFiles } from '../../src/node/index.js';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rlm-context-'));
  await mkdir(join(folder, 'sub'));
  await mkdir(join(folder, 'empty'));
  await mkdir(join(folder, '.git'));
  await mkdir(join(folder, '.rlm'));
  await writeFile(join(folder, 'b.txt'), 'bee');
  await writeFile(join(folder, 'a.md'), 'ä 🙂');
  await writeFile(join(folder, 'sub', 'c.txt'), '\u{feff}see');
  await writeFile(join(folder, 'latin.txt'), Buffer.from([0x63, 0x61, 0x66, 0xe9]));
  await writeFile(join(folder, 'wide.txt'), Buffer.from('\u{feff}wide', 'utf16le'));
  await writeFile(join(folder, 'image.png'), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 1]));
  await writeFile(join(folder, '.git', 'config'), 'not a document');
  await writeFile(join(folder, '.rlm', 'journal.jsonl'), 'not a document');
});

afterAll(() => rm(folder, { recursive: true }));

describe('readContextFiles', () => {
  it('gives one file as its text', async () => {
    const read = await readContextFiles(join(folder, 'a.md'));
    expect(read.context).toBe('ä 🙂');
    expect(read.description).toContain('a.md');
    expect(read.totalChars).toBe(4);
  });

  it('gives a folder as an object of sorted names, and counts what is binary', async () => {
    const read = await readContextFiles(folder);
    expect(read.context).toEqual({
      'a.md': 'ä 🙂',
      'b.txt': 'bee',
      'latin.txt': 'café',
      'sub/c.txt': 'see',
      'wide.txt': 'wide',
    });
    expect(read.files).toEqual(['a.md', 'b.txt', 'latin.txt', 'sub/c.txt', 'wide.txt']);
    expect(read.skipped).toEqual(['image.png']);
  });

  it('keeps several paths apart by their folders', async () => {
    const read = await readContextFiles([join(folder, 'sub'), join(folder, 'b.txt')]);
    expect(Object.keys(read.context)).toEqual(
      [join(folder, 'b.txt'), join(folder, 'sub', 'c.txt')].map((path) =>
        path.replaceAll('\\', '/'),
      ),
    );
  });

  it.each([
    ['a path that is missing', 'nothing', 'there is no such file or folder'],
    ['a folder without files', 'empty', 'there is no file in it'],
    ['a binary file alone', 'image.png', 'only binary data'],
  ])('refuses %s', async (_, name, reason) => {
    await expect(readContextFiles(join(folder, name))).rejects.toMatchObject({
      code: 'context_unusable',
      message: expect.stringContaining(reason) as string,
    });
  });

  it('refuses an empty list', async () => {
    await expect(readContextFiles([])).rejects.toMatchObject({ code: 'invalid_option' });
  });
});
