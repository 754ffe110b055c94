import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, posix } from 'node:path';

import { describe, expect, it } from 'vitest';

import { folders, importsOf, tarballOf } from './project.js';
import { readManifest, root } from './registry.js';

/** The texts of the files below a folder, by their paths. */
function readFiles(folder: string): ReadonlyMap<string, string> {
  if (!existsSync(folder)) return new Map();
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = paths.filter((path) => statSync(join(folder, path)).isFile());
  return new Map(files.map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
}

function unpack(tarball: string): ReadonlyMap<string, string> {
  const directory = mkdtempSync(join(tmpdir(), 'rlm-unpacked-'));
  execFileSync('tar', ['-xzf', tarball, '-C', directory, '--strip-components=1']);
  const files = readFiles(directory);
  rmSync(directory, { recursive: true });
  return files;
}

const tarballs = folders.map((folder) => [folder, unpack(tarballOf(folder))] as const);
/** What is installed side by side: `kernel/README.md`. */
const installed = tarballs.flatMap(([folder, files]) =>
  [...files.keys()].map((path) => `${basename(folder)}/${path}`),
);

describe.each(tarballs)('the tarball of %s', (folder, files) => {
  const paths = [...files.keys()];

  it('has its manifest, licence, README and documents, and no test or setting of ours', () => {
    const documents = [...readFiles(join(root, folder, 'docs')).keys()];
    const usual = [
      'package.json',
      'LICENSE',
      'README.md',
      ...documents.map((path) => `docs/${path}`),
    ];
    expect(usual.filter((path) => !files.has(path))).toEqual([]);
    const ours = /^(?:test|bench)\/|\.test\.|^(?:tsconfig|tsup|vitest|eslint)/;
    expect(paths.filter((path) => ours.test(path))).toEqual([]);
  });

  it('has the licences of the packages that are copied into it', () => {
    const { dependencies, peerDependencies } = readManifest(join(root, folder));
    const copied = ['src', 'page/src']
      .flatMap((part) => [...readFiles(join(root, folder, part))])
      .filter(([path]) => /\.tsx?$/.test(path))
      .flatMap(([, text]) => importsOf(text.replaceAll(/^import type [^;]*;/gm, '')))
      .filter((name) => !(name in { ...dependencies, ...peerDependencies }));
    const notices = files.get('THIRD-PARTY-NOTICES.md') ?? files.get('dist/page/licenses.md') ?? '';
    const named = [...notices.matchAll(/^## (\S+)/gm)].map(([, name]) => name);
    expect(copied.filter((name) => !named.includes(name))).toEqual([]);
  });

  it('has every source that its source maps name, once, and no path of the machine that built it', () => {
    const faults = [...files].flatMap(([path, text]) => {
      if (text.includes(root)) return [`${path} names ${root}`];
      if (!path.endsWith('.map')) return [];
      const map = JSON.parse(text) as { sources: readonly string[]; sourcesContent?: unknown };
      if (map.sourcesContent !== undefined) return [`${path} repeats its sources`];
      return map.sources.filter((source) => !files.has(posix.join(posix.dirname(path), source)));
    });
    expect(faults).toEqual([]);
  });

  // Links that leave the packages lead to the repository, on npm's page too: repo-checks looks at them.
  it('has what its pages link to in packages', () => {
    const pages = [...files].filter(([path]) => /^(?:README|docs\/.*)\.md$/.test(path));
    const links = pages.flatMap(([page, text]) =>
      [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, path = '']) =>
        posix.join(basename(folder), posix.dirname(page), path),
      ),
    );
    const within = links.filter((link) => !link.startsWith('../'));
    expect(within.filter((link) => !installed.some((file) => file.startsWith(link)))).toEqual([]);
  });
});
