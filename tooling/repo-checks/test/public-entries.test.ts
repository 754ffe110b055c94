import { describe, expect, it } from 'vitest';

import { filesBelow, packages, read } from './workspace.js';

interface Manifest {
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, unknown>>>>;
  readonly typedocOptions: { readonly entryPoints: readonly string[] };
}

describe.each(packages)('the entries of %s', (name) => {
  const { exports, typedocOptions } = JSON.parse(read(`packages/${name}/package.json`)) as Manifest;
  const entries = Object.entries(exports).flatMap(([path, entry]) =>
    typeof entry === 'string' ? [] : [{ path, source: entry['@rlm/source'] as string }],
  );
  const sources = entries.map(({ source }) => source.replace('./', '')).sort();

  it('are every index.ts right below src: `exports` in package.json', () => {
    const indexes = filesBelow(`packages/${name}/src`)
      .map((path) => path.replace(`packages/${name}/`, ''))
      .filter((path) => /^src\/(?:[^/]+\/)?index\.ts$/.test(path));
    expect(sources).toEqual(expect.arrayContaining(indexes));
  });

  it('are documented: `typedocOptions` in package.json', () => {
    expect([...typedocOptions.entryPoints].sort()).toEqual(sources);
  });

  it('are named in README.md', () => {
    const readme = read(`packages/${name}/README.md`);
    const unnamed = entries
      .map(({ path }) => path)
      .filter((path) => path !== '.' && !readme.includes(`@rlm/${name}${path.slice(1)}`))
      .filter((path) => !readme.includes(`\`${path}\``));
    expect(unnamed).toEqual([]);
  });
});
