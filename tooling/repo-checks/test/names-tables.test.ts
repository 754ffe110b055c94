import { join } from 'node:path';

import ts from 'typescript';
import { describe, expect, it } from 'vitest';

import { packages, read, root } from './workspace.js';

/** The source files of the entries of all packages. */
function allEntries(): string[] {
  return packages.flatMap((name) => {
    const { exports } = JSON.parse(read(`packages/${name}/package.json`)) as {
      exports: Record<string, string | Record<string, string>>;
    };
    return Object.values(exports).flatMap((entry) =>
      typeof entry === 'string' ? [] : [join(root, 'packages', name, entry['@rlm/source'] ?? '')],
    );
  });
}

/** The names that the packages export, and those of the members of what they export. */
function publicNames(): { readonly exported: Set<string>; readonly members: Set<string> } {
  const entries = allEntries();
  const program = ts.createProgram(entries, {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    customConditions: ['@rlm/source'],
    noEmit: true,
  });
  const checker = program.getTypeChecker();
  const exported = new Set<string>();
  const members = new Set<string>();
  const addMembers = (type: ts.Type): void => {
    const parts = type.isUnionOrIntersection() ? type.types : [type];
    for (const part of parts) {
      if (part.flags & ts.TypeFlags.StringLike) continue;
      for (const { name } of checker.getPropertiesOfType(part)) members.add(name);
    }
  };
  for (const entry of entries) {
    const source = program.getSourceFile(entry);
    const module = source && checker.getSymbolAtLocation(source);
    if (module === undefined) throw new Error(`${entry} is no module`);
    for (const alias of checker.getExportsOfModule(module)) {
      exported.add(alias.name);
      const symbol = alias.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(alias) : alias;
      if (symbol.flags & ts.SymbolFlags.Type) addMembers(checker.getDeclaredTypeOfSymbol(symbol));
      if (symbol.flags & ts.SymbolFlags.Value) addMembers(checker.getTypeOfSymbol(symbol));
    }
  }
  return { exported, members };
}

/** The code in the column "ours" of a README's tables that translate names of documents. */
function ourNames(readme: string): string[] {
  const names: string[] = [];
  let isTable = false;
  for (const line of readme.split('\n')) {
    const [, document = '', ours = ''] = line.split(/(?<!\\)\|/).map((column) => column.trim());
    isTable =
      line.startsWith('|') && (isTable || (document.includes('document') && ours === 'ours'));
    if (isTable) names.push(...Array.from(ours.matchAll(/`([^`]+)`/g), ([, code = '']) => code));
  }
  return names;
}

/** A value that a table speaks of by a name of its own, and the type whose members follow. */
const spokenOf = ['session', 'history', 'result'];

describe('the tables of names in the READMEs', () => {
  const { exported, members } = publicNames();

  it.each(packages)('name only what is there: %s', (name) => {
    const unknown = ourNames(read(`packages/${name}/README.md`)).filter((code) => {
      if (code.startsWith('@rlm/')) return false;
      const [first = '', ...others] = code.replace(/'[^']*'/g, '').match(/[A-Za-z_]\w*/g) ?? [];
      const isKnown = (each: string): boolean => exported.has(each) || members.has(each);
      return !([...spokenOf].includes(first) || isKnown(first)) || !others.every(isKnown);
    });
    expect(unknown).toEqual([]);
  });

  it('translate the names of the documents', () => {
    const all = packages.map((name) => read(`packages/${name}/README.md`)).join('\n');
    const wanted = [
      'FinalPatternTerminationPolicy',
      'RewardThresholdTerminationPolicy',
      'ConfidenceTerminationPolicy',
      'ConvergenceTerminationPolicy',
      'CompositeTerminationPolicy',
      '_extract_balanced_paren_content',
      'FINAL_PATTERNS',
      'PureRLMEnvironment',
    ];
    const rows = all.split('\n').filter((line) => line.startsWith('|'));
    const missing = wanted.filter((name) => !rows.some((row) => row.includes(`\`${name}\``)));
    expect(missing).toEqual([]);
  });
});
