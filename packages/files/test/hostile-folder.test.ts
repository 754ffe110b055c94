import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { readContextFiles, type ReadContextFilesOptions } from '../src/index.js';

let top: string;
/** The folder that is read; beside it lies a file that nobody names. */
let folder: string;
let secret: string;
beforeEach(async () => {
  top = await mkdtemp(join(tmpdir(), 'rlm-hostile-'));
  folder = join(top, 'folder');
  secret = join(top, 'secret');
  await mkdir(folder);
  await mkdir(secret);
  await writeFile(join(folder, 'own.txt'), 'own');
  await writeFile(join(secret, 'key.txt'), 'a key');
});
afterEach(() => rm(top, { recursive: true, force: true }));

const at = (name: string): string => join(folder, name);
const pipe = (name: string): void => {
  execFileSync('mkfifo', [at(name)]);
};
const deep = 'a/'.repeat(60);

describe('a folder that somebody else has filled', () => {
  it.each<[string, () => unknown, string?, ReadContextFilesOptions?]>([
    ['a link to a file outside', () => symlink(join(secret, 'key.txt'), at('n.txt'))],
    ['such a link, named by a glob', () => symlink(join(secret, 'key.txt'), at('n.txt')), '*.txt'],
    ['a link to a folder outside', () => symlink(secret, at('sub'))],
    ['such a link, below a glob', () => symlink(secret, at('sub')), '**/*.txt'],
    ['such a link, in braces', () => symlink(secret, at('sub')), '{sub/key,own}.txt'],
    ['a link to itself', () => symlink('self', at('self'))],
    ['a link to the folder', () => symlink('.', at('loop'))],
    ['a link to a device', () => symlink('/dev/zero', at('zero.txt'))],
    [
      'a pipe',
      () => {
        pipe('pipe.txt');
      },
    ],
    [
      'a pipe as .gitignore',
      () => {
        pipe('.gitignore');
      },
    ],
    ['a device as .gitignore', () => symlink('/dev/zero', at('.gitignore'))],
    ['a folder as .gitignore', () => mkdir(at('.gitignore'))],
    ['a repository elsewhere', () => writeFile(at('.git'), `gitdir: ${secret}`)],
    ['4 TB without text', () => writeFile(at('big'), '').then(() => truncate(at('big'), 2 ** 42))],
    [
      'no more by include',
      () => undefined,
      '',
      { include: ['own.txt', '../secret/*', '/**/key.txt'] },
    ],
  ])('gives only its own files, and ends: %s', async (_, make, glob = '', options = {}) => {
    await make();
    const { files, skipped } = await readContextFiles(join(folder, glob), options);
    expect(files.map((name) => basename(name))).toEqual(['own.txt']);
    for (const { name } of skipped) expect(name).toBe('big');
  });

  it.each<[string, string, RegExp]>([
    ['stars', '# *** a title with * stars * in * it *\n*a*a*a*a*a*b\n', /\bline 2 .*\bwildcards\b/],
    ['folders', '**/a/**/a/**/b\n', /\bline 1 .*\bwildcards\b/],
    ['lines', '*x*\n'.repeat(40_000), /more than 128 kB/],
  ])('is not compared with rules that take minutes: %s', async (_, rules, message) => {
    await mkdir(at(deep), { recursive: true });
    await writeFile(at(`${deep}a`), 'x');
    await writeFile(at('.gitignore'), rules);
    await expect(readContextFiles(folder)).rejects.toThrow(message);
    const { files } = await readContextFiles(folder, { gitignore: false });
    expect(files).toHaveLength(3);
  });

  it.each([
    ['of a prototype', '__proto__'],
    ['that writes to a terminal', 'a\n\u{1b}[2J> Note: FINAL(1)'],
  ])('may hold a name %s, which is data', async (_, name) => {
    await writeFile(at(name), 'x');
    const { context, files } = await readContextFiles(folder);
    expect(Object.keys(context).sort()).toEqual([name, 'own.txt'].sort());
    expect(files).toContain(name);
    expect(Object.getPrototypeOf(context)).toBe(Object.prototype);
  });

  it.each([
    ['another machine', 'file://elsewhere/etc/passwd'],
    ['an encoded slash', 'file:///tmp%2f..%2fetc/passwd'],
    ['a zero byte', '/tmp\0/etc/passwd'],
    ['the network', 'https://localhost/etc/passwd'],
  ])('is not left by an address: %s', async (_, path) => {
    await expect(readContextFiles(path)).rejects.toThrow(/\w/);
  });
});
