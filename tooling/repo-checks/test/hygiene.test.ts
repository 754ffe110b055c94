import { execFileSync } from 'node:child_process';

import { describe, expect, it } from 'vitest';

import { filesBelow, packages, read, root } from './workspace.js';

/** Every text file that git tracks or would track; without git, or outside of a repository, none. */
const tracked = listTracked();

function listTracked(): string[] {
  try {
    return execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
      .split('\n')
      .filter((path) => path !== '' && !/\.(png|gz|zip|wasm)$/.test(path));
  } catch {
    return [];
  }
}

const isListed = tracked.length > 0;
const listedNote = isListed ? '' : ' (skipped: git does not list the files)';

function offenders(pattern: RegExp): string[] {
  return tracked.filter((path) => {
    try {
      return pattern.test(read(path));
    } catch {
      return false; // Deleted in the work tree, not yet in the index.
    }
  });
}

describe('the repository', () => {
  it.skipIf(!isListed)(`names no registry host${listedNote}`, () => {
    expect(
      offenders(/registry\.(?:npmjs|yarnpkg|npmmirror)\.|resolution: \{[^}]*tarball: http/),
    ).toEqual([]);
    expect(read('pnpm-lock.yaml')).not.toMatch(/https?:\/\//);
  });

  it.skipIf(!isListed)(`holds no key${listedNote}`, () => {
    expect(
      offenders(
        /\b(?:sk-[A-Za-z0-9]{20,}|ghp_[A-Za-z0-9]{30,}|npm_[A-Za-z0-9]{30,}|AKIA[0-9A-Z]{16})\b/,
      ),
    ).toEqual([]);
  });

  it('lets no install script run that is not on the list', () => {
    const workspace = read('pnpm-workspace.yaml');
    expect(workspace).toContain('strictDepBuilds: true');
    expect(/allowBuilds:\n((?: {2}.*\n)*)/.exec(workspace)?.[1]).toBe(
      '  esbuild: false\n  msgpackr-extract: false\n',
    );
  });

  it('lists each decision once in the index', () => {
    const files = filesBelow('docs/decisions').map((path) => path.replace('docs/decisions/', ''));
    const listed = [...read('docs/decisions/README.md').matchAll(/\]\(([^)]+\.md)\)/g)].map(
      ([, file]) => file,
    );
    expect(listed.sort()).toEqual(files.filter((file) => file !== 'README.md').sort());
  });

  it.each(packages)('has the usual files in %s', (name) => {
    const files = filesBelow(`packages/${name}`);
    for (const file of ['README.md', 'package.json', 'tsconfig.json']) {
      expect(files).toContain(`packages/${name}/${file}`);
    }
  });

  it.each(packages)('publishes %s as ES modules, free of side effects, with types', (name) => {
    const manifest = JSON.parse(read(`packages/${name}/package.json`)) as {
      sideEffects: unknown;
      engines: { node: string };
      scripts: Record<string, string>;
      type: string;
      exports: Record<string, string | Record<string, string>>;
    };
    expect(manifest).toMatchObject({ type: 'module' });
    expect(Object.keys(manifest)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(?:main|module|types)$/)]),
    );
    expect(manifest.sideEffects).toBe(false);
    expect(manifest.engines.node).toBe('>=20.19.0');
    expect(Object.keys(manifest.scripts)).not.toContain('postinstall');
    for (const entry of Object.values(manifest.exports)) {
      if (typeof entry === 'string') continue;
      expect(Object.keys(entry)).toEqual(['@rlm/source', 'types', 'default']);
    }
  });
});
