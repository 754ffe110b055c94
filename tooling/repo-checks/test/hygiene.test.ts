import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { root } from './workspace.js';

const read = (path: string): string => readFileSync(root + path, 'utf8');

/** The files with a pattern that git tracks or would track; without git, none. */
function filesWith(pattern: string): string {
  try {
    const options = ['grep', '--untracked', '-lIE', pattern];
    return execFileSync('git', options, { cwd: root, encoding: 'utf8', stdio: 'pipe' });
  } catch {
    return '';
  }
}

describe('the repository', () => {
  it('names no registry host, which would be that of one machine', () => {
    expect(filesWith('registry\\.(npmjs|yarnpkg|npmmirror)\\.')).toBe('');
    expect(read('pnpm-lock.yaml')).not.toMatch(/https?:\/\//);
  });

  it('holds no key', () => {
    const keys = 'sk-[A-Za-z0-9]{20,}|gh[ps]_[A-Za-z0-9]{30,}|npm_[A-Za-z0-9]{30,}';
    expect(filesWith(`\\b(${keys}|AKIA[0-9A-Z]{16})\\b`)).toBe('');
  });
});

const published = [
  ...readdirSync(`${root}packages`).map((name) => `packages/${name}`),
  'apps/playground',
];

describe('the manifest', () => {
  // A new package begins as a copy of another.
  it.each(published)('of %s names its own folder, and is published as the others are', (folder) => {
    const address = 'https://github.com/rlm-ts/rlm';
    expect(JSON.parse(read(`${folder}/package.json`))).toMatchObject({
      type: 'module',
      license: 'MIT',
      homepage: `${address}/tree/main/${folder}#readme`,
      repository: { type: 'git', url: `git+${address}.git`, directory: folder },
      bugs: { url: `${address}/issues` },
      engines: { node: '>=20.19.0' },
      publishConfig: { access: 'public', provenance: true },
      files: expect.arrayContaining(['CHANGELOG.md']) as unknown,
    });
  });
});
