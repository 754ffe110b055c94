import { homedir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { userCacheFolder } from '../../src/host/user-cache-folder.js';

describe('userCacheFolder', () => {
  it.each([
    ['linux', { XDG_CACHE_HOME: '/x/cache', HOME: '/home/a' }, '/x/cache'],
    ['linux', { HOME: '/home/a' }, '/home/a/.cache'],
    ['linux', { XDG_CACHE_HOME: 'relative', HOME: '/home/a' }, '/home/a/.cache'],
    ['linux', { XDG_CACHE_HOME: '', HOME: '/home/a' }, '/home/a/.cache'],
    ['linux', {}, join(homedir(), '.cache')],
    ['freebsd', { HOME: '/home/a' }, '/home/a/.cache'],
    ['darwin', { HOME: '/Users/a', XDG_CACHE_HOME: '/x' }, '/Users/a/Library/Caches'],
    ['win32', { LOCALAPPDATA: '/Users/a/AppData/Local' }, '/Users/a/AppData/Local'],
    ['win32', {}, undefined],
  ] as const)('is on %s with %j: %s', (platform, environment, expected) => {
    expect(userCacheFolder(platform, environment)).toBe(expected);
  });
});
