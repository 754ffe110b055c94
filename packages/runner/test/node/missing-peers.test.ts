import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { makeDocx, makePdf } from '@rlm/config/documents';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { readContextFiles } from '../../src/node/index.js';

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
    // Not left out of a folder in silence.
    await expect(
      readContextFiles(folder, { exclude: name === 'a.pdf' ? [] : 'a.pdf' }),
    ).rejects.toThrow(message);
  });

  it('reads other files', async () => {
    expect((await readContextFiles(folder, { include: '*.txt' })).files).toEqual(['c.txt']);
  });
});
