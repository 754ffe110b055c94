import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

import { afterAll, beforeEach, describe, expect, it } from 'vitest';

import {
  imageFile,
  keepImage as keep,
  openImage,
  readImage as readOpened,
  type KeptImage,
} from '../../src/pyodide/kept-image.js';

const root = mkdtempSync(join(tmpdir(), 'rlm-kept-image-'));
afterAll(() => {
  rmSync(root, { recursive: true });
});

const recipe = 'what it was made of';
const keepImage = (at: string, kept: SharedArrayBuffer) => keep(at, imageFile(kept, recipe));

/** What a host and its process come to together. */
async function readImage(at: string, of = recipe): Promise<KeptImage> {
  const opened = await openImage(at);
  if (opened.state !== 'open') return opened;
  try {
    return readOpened(opened.file.fd, of);
  } finally {
    await opened.file.close();
  }
}

const image = new SharedArrayBuffer(100_000);
new Uint8Array(image).fill(7, 50_000);
const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

let path = '';
let count = 0;
beforeEach(async () => {
  path = join(root, `${(count += 1)}`, 'cache', 'python.image');
  expect(await keepImage(path, image)).toBeUndefined();
});

describe('keepImage', () => {
  it('makes a folder and a file for this user alone, and leaves no draft', () => {
    expect([modeOf(dirname(path)), modeOf(path)]).toEqual(['700', '600']);
    expect(readdirSync(dirname(path))).toEqual(['python.image']);
  });

  it('replaces an image at once, also when several do it at the same time', async () => {
    const kept = await Promise.all(Array.from({ length: 8 }, () => keepImage(path, image)));
    expect(kept.every((failure) => failure === undefined)).toBe(true);
    expect(await readImage(path)).toEqual({ state: 'sound', image });
    expect(readdirSync(dirname(path))).toEqual(['python.image']);
  });

  it('says why it cannot keep one', async () => {
    const file = join(root, `${count}`, 'file');
    writeFileSync(file, '');
    expect(await keepImage(join(file, 'python.image'), image)).toContain('EEXIST');
    chmodSync(dirname(path), 0o777);
    rmSync(path);
    expect(await keepImage(path, image)).toContain('other users');
    expect(readdirSync(dirname(path))).toEqual([]);
  });
});

describe('keepImage and drafts', () => {
  it('removes what processes left there that were ended while they wrote, and leaves what one may write now', async () => {
    const folder = dirname(path);
    const draftOf = (name: string): string => join(folder, `${name}.image.${randomUUID()}`);
    const [left, fresh] = [draftOf('python-1'), draftOf('python')];
    for (const draft of [left, fresh]) writeFileSync(draft, 'half', { mode: 0o600 });
    const other = join(folder, 'notes.txt');
    writeFileSync(other, 'mine');
    const anHourAgo = Date.now() / 1_000 - 3_600;
    for (const file of [left, other]) utimesSync(file, anHourAgo, anHourAgo);
    expect(await keepImage(path, image)).toBeUndefined();
    expect(readdirSync(folder).sort()).toEqual(
      ['notes.txt', 'python.image', basename(fresh)].sort(),
    );
  });
});

describe('readImage', () => {
  it('gives back what was kept', async () => {
    expect(await readImage(path)).toEqual({ state: 'sound', image });
  });

  it('finds nothing where nothing was kept', async () => {
    expect(await readImage(join(dirname(path), 'other.image'))).toEqual({ state: 'absent' });
    expect(await readImage(join(root, 'nowhere', 'python.image'))).toEqual({ state: 'absent' });
  });

  const spoil: readonly (readonly [string, string, () => void])[] = [
    [
      'an image that was altered',
      'is damaged',
      () => {
        const bytes = readFileSync(path);
        bytes[30_000] = 8;
        writeFileSync(path, bytes);
      },
    ],
    [
      'half an image',
      'is damaged',
      () => {
        writeFileSync(path, readFileSync(path).subarray(0, 30_000));
      },
    ],
    [
      'an empty file',
      'is damaged',
      () => {
        writeFileSync(path, '');
      },
    ],
    [
      'a file that others may write to',
      'other users',
      () => {
        chmodSync(path, 0o606);
      },
    ],
    [
      'a folder that others may write to',
      'other users',
      () => {
        chmodSync(dirname(path), 0o770);
      },
    ],
    [
      'a link to an image',
      'cannot be read',
      () => {
        const target = join(root, `${count}`, 'target');
        writeFileSync(target, readFileSync(path), { mode: 0o600 });
        rmSync(path);
        symlinkSync(target, path);
      },
    ],
    [
      'a pipe in its place, for which it does not wait',
      'is no file',
      () => {
        rmSync(path);
        execFileSync('mkfifo', [path]);
      },
    ],
    [
      'a folder that is a link',
      'is no folder',
      () => {
        renameSync(dirname(path), `${dirname(path)}.real`);
        symlinkSync(`${dirname(path)}.real`, dirname(path));
      },
    ],
    [
      'a folder above that others may write to',
      'other users',
      () => {
        chmodSync(join(root, `${count}`), 0o777);
      },
    ],
    [
      'a folder above, behind a link, that others may write to',
      'other users',
      () => {
        const above = join(root, `${count}`);
        renameSync(above, `${above}.open`);
        mkdirSync(`${above}.real`);
        renameSync(`${above}.open`, join(`${above}.real`, 'above'));
        chmodSync(`${above}.real`, 0o777);
        symlinkSync(join(`${above}.real`, 'above'), above);
      },
    ],
    [
      'a folder in its place',
      'is no file',
      () => {
        rmSync(path);
        mkdirSync(path);
      },
    ],
  ];

  it.each(spoil)('does not trust %s, and says why', async (_, reason, spoilIt) => {
    spoilIt();
    const kept = await readImage(path);
    expect(kept.state).toBe('ignored');
    expect('reason' in kept ? kept.reason : '').toContain(reason);
  });

  it('trusts a folder above that has the sticky bit, and links of this user', async () => {
    const above = join(root, `${count}`);
    renameSync(above, `${above}.real`);
    symlinkSync(`${above}.real`, above);
    chmodSync(`${above}.real`, 0o1777);
    expect(await readImage(path)).toMatchObject({ state: 'sound' });
  });

  it('does not take an image that was made of something else', async () => {
    expect(await readImage(path, 'another build')).toMatchObject({
      state: 'ignored',
      reason: expect.stringContaining('of another build') as string,
    });
  });

  it('reads what it looked at, though another file is put in its place meanwhile', async () => {
    const opened = await openImage(path);
    if (opened.state !== 'open') throw new Error(opened.state);
    renameSync(path, `${path}.before`);
    writeFileSync(path, 'of somebody else', { mode: 0o600 });
    expect(readOpened(opened.file.fd, recipe)).toEqual({ state: 'sound', image });
    await opened.file.close();
  });

  const isRoot = process.getuid?.() === 0;
  const owned = 'does not trust what belongs to another user';
  it.skipIf(!isRoot)(
    isRoot ? owned : `${owned} (skipped: only root can give a file away)`,
    async () => {
      chownSync(path, 12_345, 12_345);
      expect(await readImage(path)).toMatchObject({ state: 'ignored' });
      chownSync(path, 0, 0);
      chownSync(join(root, `${count}`), 12_345, 12_345);
      expect(await readImage(path)).toMatchObject({
        state: 'ignored',
        reason: expect.stringContaining('another user') as string,
      });
      chownSync(join(root, `${count}`), 0, 0);
      chownSync(dirname(path), 12_345, 12_345);
      expect(await readImage(path)).toMatchObject({ state: 'ignored' });
      expect(await keepImage(path, image)).toContain('another user');
    },
  );
});
