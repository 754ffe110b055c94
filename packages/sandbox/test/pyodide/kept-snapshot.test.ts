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

import { keep as keepAs, type Kept, openKept } from '../../src/pyodide/kept-snapshot.js';

const root = mkdtempSync(join(tmpdir(), 'rlm-kept-snapshot-'));
afterAll(() => {
  rmSync(root, { recursive: true });
});

const recipe = 'what it was made of';
const keep = (at: string) => keepAs(at, recipe, bytes);

/** What is found, and the bytes that a child reads then. */
async function open(at: string, of = recipe): Promise<{ kept: Kept; read?: Buffer }> {
  const kept = await openKept(at, of);
  if (kept.state !== 'sound') return { kept };
  const read = await kept.file.readFile();
  await kept.file.close();
  return { kept, read: read.subarray(32) };
}

/** What is found, without its open file. */
async function stateOf(at: string, of = recipe): Promise<string> {
  return (await open(at, of)).kept.state;
}

const bytes = Buffer.alloc(100_000).fill(7, 50_000);
const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

let path = '';
let count = 0;
beforeEach(async () => {
  path = join(root, `${(count += 1)}`, 'cache', 'python.snapshot');
  expect(await keep(path)).toBeUndefined();
});

describe('keep', () => {
  it('makes a folder and a file for this user alone, and leaves no draft', () => {
    expect([modeOf(dirname(path)), modeOf(path)]).toEqual(['700', '600']);
    expect(readdirSync(dirname(path))).toEqual(['python.snapshot']);
  });

  it('leaves a sound file where it is, which others have open, also when several keep one at the same time', async () => {
    const { ino } = statSync(path);
    const kept = await Promise.all(Array.from({ length: 8 }, () => keep(path)));
    expect(kept.every((failure) => failure === undefined)).toBe(true);
    expect((await open(path)).read).toEqual(bytes);
    expect(readdirSync(dirname(path))).toEqual(['python.snapshot']);
    expect(statSync(path).ino).toBe(ino);
  });

  it('replaces a damaged one', async () => {
    writeFileSync(path, 'damaged');
    expect(await keep(path)).toBeUndefined();
    expect((await open(path)).read).toEqual(bytes);
    expect(readdirSync(dirname(path))).toEqual(['python.snapshot']);
  });

  it('says why it cannot keep one', async () => {
    const file = join(root, `${count}`, 'file');
    writeFileSync(file, '');
    expect(await keep(join(file, 'python.snapshot'))).toContain('EEXIST');
    chmodSync(dirname(path), 0o777);
    rmSync(path);
    expect(await keep(path)).toContain('other users');
    expect(readdirSync(dirname(path))).toEqual([]);
  });
});

describe('keep, and drafts', () => {
  it('removes what processes left there that were ended while they wrote, and leaves what one may write now', async () => {
    const folder = dirname(path);
    const draftOf = (name: string): string => join(folder, `${name}.snapshot.${randomUUID()}`);
    const [left, fresh] = [draftOf('python-1'), draftOf('python')];
    for (const draft of [left, fresh]) writeFileSync(draft, 'half', { mode: 0o600 });
    const other = join(folder, 'notes.txt');
    writeFileSync(other, 'mine');
    const anHourAgo = Date.now() / 1_000 - 3_600;
    for (const file of [left, other]) utimesSync(file, anHourAgo, anHourAgo);
    expect(await keep(path)).toBeUndefined();
    expect(readdirSync(folder).sort()).toEqual(
      ['notes.txt', 'python.snapshot', basename(fresh)].sort(),
    );
  });
});

describe('openKept', () => {
  it('gives back what was kept', async () => {
    expect((await open(path)).read).toEqual(bytes);
  });

  it('finds nothing where nothing was kept', async () => {
    expect(await stateOf(join(dirname(path), 'other.snapshot'))).toBe('absent');
    expect(await stateOf(join(root, 'nowhere', 'python.snapshot'))).toBe('absent');
  });

  const spoil: readonly (readonly [string, string, () => void])[] = [
    [
      'a snapshot that was altered',
      'is damaged',
      () => {
        const altered = readFileSync(path);
        altered[30_000] = 8;
        writeFileSync(path, altered);
      },
    ],
    [
      'half a snapshot',
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
      'a link to a snapshot',
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
    const { kept } = await open(path);
    expect(kept.state).toBe('ignored');
    expect('reason' in kept ? kept.reason : '').toContain(reason);
  });

  it('trusts a folder above that has the sticky bit, and links of this user', async () => {
    const above = join(root, `${count}`);
    renameSync(above, `${above}.real`);
    symlinkSync(`${above}.real`, above);
    chmodSync(`${above}.real`, 0o1777);
    expect(await stateOf(path)).toBe('sound');
  });

  it('does not take one that was made of something else', async () => {
    expect((await open(path, 'another build')).kept).toMatchObject({
      state: 'ignored',
      reason: expect.stringContaining('of another build') as string,
    });
  });

  it('reads what it looked at, though another file is put in its place meanwhile', async () => {
    const kept = await openKept(path, recipe);
    if (kept.state !== 'sound') throw new Error(kept.state);
    renameSync(path, `${path}.before`);
    writeFileSync(path, 'of somebody else', { mode: 0o600 });
    expect((await kept.file.readFile()).subarray(32)).toEqual(bytes);
    await kept.file.close();
  });

  const isRoot = process.getuid?.() === 0;
  const owned = 'does not trust what belongs to another user';
  it.skipIf(!isRoot)(
    isRoot ? owned : `${owned} (skipped: only root can give a file away)`,
    async () => {
      chownSync(path, 12_345, 12_345);
      expect(await stateOf(path)).toBe('ignored');
      chownSync(path, 0, 0);
      chownSync(join(root, `${count}`), 12_345, 12_345);
      expect((await open(path)).kept).toMatchObject({
        state: 'ignored',
        reason: expect.stringContaining('another user') as string,
      });
      chownSync(join(root, `${count}`), 0, 0);
      chownSync(dirname(path), 12_345, 12_345);
      expect(await stateOf(path)).toBe('ignored');
      expect(await keep(path)).toContain('another user');
    },
  );
});
