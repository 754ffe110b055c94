import { textOfPackage } from '@rlm/config/package-pages';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

import { exportsOf, isInternal } from './entries.js';
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

  it('are named in README.md, or in docs/', () => {
    const pages = textOfPackage(name);
    const unnamed = entries
      .map(({ path }) => path)
      .filter((path) => path !== '.' && !pages.includes(`@rlm/${name}${path.slice(1)}`))
      .filter((path) => !pages.includes(`\`${path}\``));
    expect(unnamed).toEqual([]);
  });
});

/**
 * The entries that only our own packages import. The reason for each is in docs/decisions/packages-and-entries.md: whoever adds
 * one says there why no public entry would do.
 */
const internal: readonly string[] = [
  '@rlm/kernel/internal',
  '@rlm/policies/internal',
  '@rlm/repl-types/internal',
  '@rlm/sandbox/internal',
  '@rlm/termination/internal',
];

describe('the entries that only our own packages import', () => {
  const { exports } = exportsOf(packages);

  it('are those that the decision on them names', () => {
    const found = new Set(exports.map(({ entry }) => entry).filter(isInternal));
    expect([...found].sort()).toEqual(internal);
    const decision = read('docs/decisions/packages-and-entries.md');
    expect(internal.filter((entry) => !decision.includes(`\`${entry}\``))).toEqual([]);
  });

  // A type costs a program nothing, so there is no reason to import it from here. Those of `@rlm/repl-types` are helpers too.
  it('export no type that a public entry of the same package exports', () => {
    const open = new Set(
      exports.filter(({ entry }) => !isInternal(entry)).map(({ symbol }) => symbol),
    );
    const twice = exports.filter(
      ({ entry, symbol }) =>
        isInternal(entry) &&
        !entry.startsWith('@rlm/repl-types/') &&
        open.has(symbol) &&
        (symbol.flags & ts.SymbolFlags.Value) === 0,
    );
    expect(twice.map(({ entry, name }) => `${entry}: ${name}`)).toEqual([]);
  });
});
