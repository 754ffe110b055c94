import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { makeDocx, makePdf } from '@rlm/config/documents';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { readContextFiles } from '../src/index.js';

vi.mock('unpdf', () => {
  throw new Error('Cannot find package');
});
vi.mock('mammoth', () => {
  throw new Error('Cannot find package');
});

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rlm-peers-'));
  await writeFile(join(folder, 'a.pdf'), makePdf('The comet'));
  await writeFile(join(folder, 'b.docx'), makeDocx('The comet'));
  await writeFile(join(folder, 'c.txt'), 'The comet');
});
afterAll(() => rm(folder, { recursive: true }));

describe('readContextFiles without the packages that read documents', () => {
  it.each([
    ['a.pdf', 'npm install unpdf@1.7.0'],
    ['b.docx', 'npm install mammoth@1.13.0'],
  ])('says for %s which to install', async (name, message) => {
    await expect(readContextFiles(join(folder, name))).rejects.toMatchObject({
      code: 'context_unusable',
      message: expect.stringContaining(message) as string,
    });
  });

  it('leaves them out of a folder, and names them', async () => {
    const read = await readContextFiles(folder);
    expect(read.files).toEqual(['c.txt']);
    expect(read.skipped).toEqual([
      { name: 'a.pdf', reason: expect.stringContaining('npm install unpdf@1.7.0') as string },
      { name: 'b.docx', reason: expect.stringContaining('npm install mammoth@1.13.0') as string },
    ]);
    expect(read.contextDescription).toMatch(/\ba\.pdf\b.*\bunpdf\b.*\bb\.docx\b.*\bmammoth\b/);
  });

  it('says which to install if nothing else is there', async () => {
    await expect(readContextFiles(folder, { include: '*.pdf' })).rejects.toThrow(
      'npm install unpdf@1.7.0',
    );
  });

  it('reads other files', async () => {
    expect((await readContextFiles(folder, { include: '*.txt' })).files).toEqual(['c.txt']);
  });
});
