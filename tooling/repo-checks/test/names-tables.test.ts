import { textOfPackage } from '@rlm/config/package-pages';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

import { exportsOf } from './entries.js';
import { packages, read } from './workspace.js';

/** The names that the packages export, and those of the members of what they export and take. */
function publicNames(): { readonly exported: Set<string>; readonly members: Set<string> } {
  const { exports, checker } = exportsOf(packages);
  const members = new Set<string>();
  const addMembers = (type: ts.Type): void => {
    const parts = type.isUnionOrIntersection() ? type.types : [type];
    for (const part of parts) {
      if (part.flags & ts.TypeFlags.StringLike) continue;
      for (const { name } of checker.getPropertiesOfType(part)) members.add(name);
    }
  };
  for (const { symbol } of exports) {
    if (symbol.flags & ts.SymbolFlags.Type) addMembers(checker.getDeclaredTypeOfSymbol(symbol));
    if (!(symbol.flags & ts.SymbolFlags.Value)) continue;
    const type = checker.getTypeOfSymbol(symbol);
    addMembers(type);
    // Options are seldom named: they are what a function takes.
    for (const { parameters } of type.getCallSignatures()) {
      for (const parameter of parameters) addMembers(checker.getTypeOfSymbol(parameter));
    }
  }
  return { exported: new Set(exports.map(({ name }) => name)), members };
}

/** The code in the column "ours" of a text's tables that translate names of documents. */
function ourNames(text: string): string[] {
  const names: string[] = [];
  let isTable = false;
  for (const line of text.split('\n')) {
    const [, document = '', ours = ''] = line.split(/(?<!\\)\|/).map((column) => column.trim());
    isTable =
      line.startsWith('|') && (isTable || (document.includes('document') && ours === 'ours'));
    if (isTable) names.push(...Array.from(ours.matchAll(/`([^`]+)`/g), ([, code = '']) => code));
  }
  return names;
}

/** A value that a table speaks of by a name of its own, and the type whose members follow. */
const spokenOf = ['session', 'history', 'result'];

describe('the tables of names in the pages of packages', () => {
  const { exported, members } = publicNames();

  it.each(packages)('name only what is there: %s', (name) => {
    const unknown = ourNames(textOfPackage(name)).filter((code) => {
      if (code.startsWith('@rlm/')) return false;
      const [first = '', ...others] = code.replace(/'[^']*'/g, '').match(/[A-Za-z_]\w*/g) ?? [];
      const isKnown = (each: string): boolean => exported.has(each) || members.has(each);
      return !([...spokenOf].includes(first) || isKnown(first)) || !others.every(isKnown);
    });
    expect(unknown).toEqual([]);
  });

  it('translate the names of the documents', () => {
    const all = packages.map(textOfPackage).join('\n');
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

describe('the first names of README.md', () => {
  const rows = [...read('README.md').matchAll(/^\| `(\w+)` +\| `(@rlm\/[^`]+)` +\|/gm)];
  const { exports } = exportsOf(packages);

  it('are ten', () => {
    expect(rows.length).toBe(10);
  });

  it.each(rows.map(([, name = '', entry = '']) => [name, entry]))(
    '%s: stands in %s',
    (name, entry) => {
      expect(exports.some((each) => each.name === name && each.entry === entry)).toBe(true);
    },
  );
});
