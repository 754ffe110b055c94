import { execFileSync } from 'node:child_process';

import { describe, expect, it } from 'vitest';

import { inModules, packageNames } from './workspace-registry.js';

const inRepository = /\bin the repository\b/i;

/** What a text says is there: relative links, and paths of sources, tests and documents in code marks. */
function namedPaths(text: string): string[] {
  const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)];
  const paths = [...text.matchAll(/`((?:docs|src|test|bench)\/[\w./-]*)`/g)];
  return [...links, ...paths].map(([, path = '']) => path.replace(/^\.\//, ''));
}

describe.each(packageNames)('the README in the tarball of @rlm/%s', (name) => {
  const tarball = inModules(`@rlm/${name}/.pack/package.tgz`);
  const tar = (...options: string[]): string => execFileSync('tar', options, { encoding: 'utf8' });
  const files = tar('-tzf', tarball).split('\n');
  const readme = tar('-xzOf', tarball, 'package/README.md');

  it('names no file that the tarball lacks, unless as one of the repository', () => {
    const sentences = readme.split(/(?<=[.:;])\s+/).filter((text) => !inRepository.test(text));
    const missing = sentences
      .flatMap(namedPaths)
      .filter((path) => !files.some((file) => file.startsWith(`package/${path}`)));
    expect(missing).toEqual([]);
  });
});
