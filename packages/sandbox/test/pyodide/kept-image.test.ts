import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterAll, beforeEach, describe, expect, it } from 'vitest';

import { keepImage, readImage } from '../../src/pyodide/kept-image.js';

const root = mkdtempSync(join(tmpdir(), 'rlm-kept-image-'));
afterAll(() => {
  rmSync(root, { recursive: true });
});

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
    expect(await keepImage(path, image)).toContain('can be written by other users');
    expect(readdirSync(dirname(path))).toEqual([]);
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
        bytes[60_000] = 8;
        writeFileSync(path, bytes);
      },
    ],
    [
      'half an image',
      'is damaged',
      () => {
        writeFileSync(path, readFileSync(path).subarray(0, 70_000));
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
      'can be written by other users',
      () => {
        chmodSync(path, 0o606);
      },
    ],
    [
      'a folder that others may write to',
      'can be written by other users',
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

  const isRoot = process.getuid?.() === 0;
  const owned = 'does not trust what belongs to another user';
  it.skipIf(!isRoot)(
    isRoot ? owned : `${owned} (skipped: only root can give a file away)`,
    async () => {
      chownSync(path, 12_345, 12_345);
      expect(await readImage(path)).toMatchObject({ state: 'ignored' });
      chownSync(path, 0, 0);
      chownSync(dirname(path), 12_345, 12_345);
      expect(await readImage(path)).toMatchObject({ state: 'ignored' });
      expect(await keepImage(path, image)).toContain('belongs to another user');
    },
  );
});
