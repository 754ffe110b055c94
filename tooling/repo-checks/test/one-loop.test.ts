import { readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import ts from 'typescript';
import { describe, expect, it } from 'vitest';

import { filesBelow, read, root } from './workspace.js';

const kernel = 'packages/kernel/src';

interface Import {
  readonly file: string;
  /** The file that a relative import names, or the package's entry. */
  readonly from: string;
  readonly names: readonly string[];
}

/** What a source imports or exports from elsewhere, types included. */
function importsOf(file: string): readonly Import[] {
  const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest);
  return source.statements.flatMap((statement): readonly Import[] => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
    const { moduleSpecifier } = statement;
    if (moduleSpecifier === undefined || !ts.isStringLiteral(moduleSpecifier)) return [];
    const { text } = moduleSpecifier;
    const path = relative(root, join(root, dirname(file), text)).replaceAll('\\', '/');
    const from = text.startsWith('.') ? path.replace(/\.js$/, '.ts') : text;
    const bindings = ts.isImportDeclaration(statement)
      ? statement.importClause?.namedBindings
      : statement.exportClause;
    const named = bindings !== undefined && 'elements' in bindings ? [...bindings.elements] : [];
    return [
      { file, from, names: named.map(({ name, propertyName }) => (propertyName ?? name).text) },
    ];
  });
}

const imports = ['packages', 'apps'].flatMap((group) =>
  readdirSync(join(root, group)).flatMap((name) =>
    filesBelow(`${group}/${name}/src`)
      .filter((file) => /\.(ts|js|mjs)$/.test(file))
      .flatMap(importsOf),
  ),
);

const importers = (matches: (each: Import) => boolean): readonly string[] =>
  [...new Set(imports.filter(matches).map(({ file }) => file))].sort();

/** Entries from which the kernel's names can be had outside of it. */
const isKernel = ({ from }: Import): boolean =>
  from.startsWith(kernel) || from.startsWith('@rlm/kernel');

describe('the repository', () => {
  it('takes steps in one place only', () => {
    expect(importers(({ from }) => from === `${kernel}/loop/steps.ts`)).toEqual([
      `${kernel}/run-loop.ts`,
    ]);
    expect(importers(({ from }) => from === `${kernel}/run-loop.ts`)).toEqual([
      `${kernel}/create-run.ts`,
    ]);
  });

  it('has two protocols, each run by one file through createCheckedRun', () => {
    const outside = (name: string): readonly string[] =>
      importers(
        (each) => isKernel(each) && each.names.includes(name) && !each.file.startsWith(kernel),
      );
    expect(outside('Protocol')).toEqual([
      'packages/penguin-engine/src/modes/protocol.ts',
      'packages/runner/src/protocol/rlm-protocol.ts',
    ]);
    const starts = ['packages/penguin-engine/src/modes/run.ts', 'packages/runner/src/start-run.ts'];
    expect(importers(({ names }) => names.includes('createCheckedRun'))).toEqual([
      'packages/kernel/src/internal.ts',
      ...starts,
    ]);
    expect(outside('createRun')).toEqual([]);
    expect(outside('runLoop')).toEqual([]);
    expect(
      importers(({ names }) => names.includes('engineProtocol') || names.includes('rlmProtocol')),
    ).toEqual(starts);
  });
});

describe('the kernel', () => {
  it('imports nothing of what its protocols are about', () => {
    const outside = imports
      .filter(({ file, from }) => file.startsWith(kernel) && !from.startsWith(`${kernel}/`))
      .map(({ from }) => from);
    expect([...new Set(outside)].sort()).toEqual([
      '@rlm/policies',
      '@rlm/policies/internal',
      '@rlm/policies/reward',
      '@rlm/repl-types',
      '@rlm/repl-types/internal',
      '@rlm/repl-types/options',
      // The version, for the heads of journals.
      'inline:../package.json',
    ]);
  });
});
