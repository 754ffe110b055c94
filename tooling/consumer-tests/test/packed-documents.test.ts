import { execFileSync } from 'node:child_process';
import { posix } from 'node:path';

import { pagesOfPackage } from '@rlm/config/package-pages';
import { describe, expect, it } from 'vitest';

import { inModules, packageNames } from './workspace-registry.js';

const inRepository = /\bin the repository\b/i;

const tar = (...options: string[]): string => execFileSync('tar', options, { encoding: 'utf8' });
const tarballOf = (name: string): string => inModules(`@rlm/${name}/.pack/package.tgz`);

/** What an installed package has, by its path below `node_modules/@rlm`. */
const installed = new Map(
  packageNames.map((name) => {
    const files = tar('-tzf', tarballOf(name)).split('\n');
    return [name, files.map((file) => file.replace(/^package\//, `${name}/`))];
  }),
);
const all = [...installed.values()].flat();

/**
 * What a page says is there: relative links, from the folder of the page, and paths of sources, tests and documents in code
 * marks, from that of its package.
 */
function namedPaths(text: string, page: string): string[] {
  const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)];
  const paths = [...text.matchAll(/`((?:docs|src|test|bench)\/[\w./-]*)`/g)];
  return [
    ...links.map(([, path = '']) => posix.join(posix.dirname(page), path)),
    ...paths.map(([, path = '']) => posix.join(page.split('/')[0] ?? '', path)),
  ];
}

describe.each(packageNames)('the tarball of @rlm/%s', (name) => {
  const pages = pagesOfPackage(name).map((page) => page.replace('packages/', ''));

  it('carries the README, and every page below docs/', () => {
    expect(installed.get(name)).toEqual(expect.arrayContaining(pages));
  });

  // A page may lead to one of another package: they are installed side by side.
  it.each(pages)('has what %s names, unless as a file of the repository', (page) => {
    const text = tar('-xzOf', tarballOf(name), page.replace(name, 'package'));
    const sentences = text.split(/(?<=[.:;])\s+/).filter((each) => !inRepository.test(each));
    const missing = sentences
      .flatMap((sentence) => namedPaths(sentence, page))
      .filter((path) => !all.some((file) => file.startsWith(path)));
    expect(missing).toEqual([]);
  });
});
