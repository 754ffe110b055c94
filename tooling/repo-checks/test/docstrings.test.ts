import { join } from 'node:path';

import ts from 'typescript';
import { describe, expect, it } from 'vitest';

import { packages, read, root } from './workspace.js';

/** The source files of a package's entries. */
function entriesOf(name: string): string[] {
  const { exports } = JSON.parse(read(`packages/${name}/package.json`)) as {
    exports: Record<string, string | Record<string, string>>;
  };
  return Object.values(exports).flatMap((entry) =>
    typeof entry === 'string' ? [] : [join(root, 'packages', name, entry['@rlm/source'] ?? '')],
  );
}

/** What a package exports without a word on what it is. */
function undocumented(name: string): string[] {
  const entries = entriesOf(name);
  const program = ts.createProgram(entries, {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    customConditions: ['@rlm/source'],
    noEmit: true,
  });
  const checker = program.getTypeChecker();
  return entries.flatMap((entry) => {
    const source = program.getSourceFile(entry);
    const module = source === undefined ? undefined : checker.getSymbolAtLocation(source);
    if (module === undefined) return [`${entry} is no module`];
    return checker
      .getExportsOfModule(module)
      .map((symbol) =>
        symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol,
      )
      .filter((symbol) => symbol.getDocumentationComment(checker).length === 0)
      .map((symbol) => symbol.name);
  });
}

describe('docstrings', () => {
  it.each(packages)('say of every export of %s what it is', (name) => {
    expect(undocumented(name)).toEqual([]);
  });
});
