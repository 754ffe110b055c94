import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { userKey, userStateFolder } from '../../src/trust/user-key.js';

describe('userStateFolder', () => {
  it.each([
    ['linux', { XDG_STATE_HOME: '/x/state', HOME: '/home/a' }, '/x/state'],
    ['linux', { XDG_STATE_HOME: 'relative', HOME: '/home/a' }, '/home/a/.local/state'],
    ['linux', {}, join(homedir(), '.local/state')],
    ['linux', { HOME: 'relative' }, undefined],
    ['darwin', { HOME: '/Users/a' }, '/Users/a/Library/Application Support'],
    ['win32', { LOCALAPPDATA: '/Users/a/AppData/Local' }, '/Users/a/AppData/Local'],
    ['win32', {}, undefined],
  ] as const)('on %s with %j is %s', (platform, environment, folder) => {
    expect(userStateFolder(platform, environment)).toBe(folder);
  });
});

describe('userKey', () => {
  let state = '';
  beforeEach(async () => {
    state = await mkdtemp(join(tmpdir(), 'rlm-state-'));
  });
  afterEach(() => rm(state, { recursive: true, force: true }));

  it('is the same for all who ask at once, and later', async () => {
    const keys = await Promise.all(Array.from({ length: 8 }, () => userKey(state)));
    const [first] = keys;
    expect(first).toHaveLength(32);
    for (const key of [...keys, await userKey(state)]) expect(key).toEqual(first);
  });

  it('is none that others may have put there', async () => {
    const folder = join(state, 'rlm');
    const file = join(folder, 'journal-key');
    await mkdir(folder, { mode: 0o700 });
    const theirs = Buffer.alloc(32, 7);
    await writeFile(join(state, 'theirs'), theirs, { mode: 0o600 });
    await symlink('../theirs', file);
    const mine = await userKey(state);
    expect(mine).toHaveLength(32);
    expect(mine).not.toEqual(theirs);
    await writeFile(file, 'short');
    expect(await userKey(state)).toHaveLength(32);
    await chmod(folder, 0o777);
    expect(await userKey(state)).toBeUndefined();
  });
});
