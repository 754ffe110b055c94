/* eslint-disable import-x/no-extraneous-dependencies -- the build bundles them */
import { transform } from 'sucrase';
import { parse } from 'sucrase/dist/esm/parser/index.js';

import { applyEdits, type Edit } from './edits.js';

/** The interface of this file, for code that loads it late. */
export interface TypeScript {
  readonly takeTypesOut: (source: string) => string;
  readonly hasTypes: (source: string) => boolean;
}

/**
 * Turns TypeScript into JavaScript: removes annotations, interfaces, `as` and `!`; translates enums and parameter
 * properties. Lines stay in place.
 *
 * @throws SyntaxError with `loc`, for code that is neither, and for namespaces
 */
export function takeTypesOut(source: string): string {
  return transform(separateStatements(source), {
    transforms: ['typescript'],
    disableESTransforms: true,
    keepUnusedImports: true,
    preserveDynamicImport: true,
  }).code;
}

/** Whether there is anything in a source that TypeScript adds to JavaScript. */
export function hasTypes(source: string): boolean {
  return tokensOf(source).some(({ isType }) => isType);
}

const typeStatements = new Set(['interface', 'type', 'declare', 'abstract']);
const assertions = new Set(['as', 'satisfies']);
const continuing = /[([`]/;

/**
 * Inserts a semicolon if types ended a statement, and without them the next line would continue it: `a as T`, or a line
 * above an `interface`, followed by a line that starts with a bracket.
 */
function separateStatements(source: string): string {
  const tokens = tokensOf(source);
  const edits: Edit[] = [];
  const wordAt = (index: number): string => {
    const token = tokens[index];
    return token === undefined ? '' : source.slice(token.start, token.end);
  };
  let first = 0;
  tokens.forEach(({ end, isType }, index) => {
    if (!isType) return;
    if (tokens[index - 1]?.isType !== true) first = index;
    if (isNamespace(wordAt(index - 1), wordAt(index), wordAt(index + 2))) {
      throw namespaceRefusal(source.slice(0, tokens[index + 2]?.end));
    }
    const next = tokens[index + 1];
    if (next === undefined || next.isType) return;
    if (!continuing.test(source.charAt(next.start)) || isOneLine(source, end, next.start)) return;
    const word = wordAt(first);
    if (assertions.has(word)) edits.push({ start: end, end, text: ';' });
    const from = tokens[first]?.start ?? 0;
    if (typeStatements.has(word)) edits.push({ start: from, end: from, text: ';' });
  });
  return applyEdits(source, edits);
}

function tokensOf(source: string): ReturnType<typeof parse>['tokens'] {
  return parse(source, false, true, false).tokens;
}

function isOneLine(source: string, start: number, end: number): boolean {
  return !source.slice(start, end).includes('\n');
}

/** Sucrase silently drops a namespace and its contents. A declared one holds nothing to run. */
function isNamespace(before: string, word: string, afterName: string): boolean {
  if ((word !== 'namespace' && word !== 'module') || before === 'declare') return false;
  return afterName === '{' || afterName === '.';
}

function namespaceRefusal(sourceSoFar: string): SyntaxError {
  const lines = sourceSoFar.split('\n');
  const loc = { line: lines.length, column: lines.at(-1)?.length ?? 0 };
  const error = new SyntaxError('a namespace is not available here: use an object');
  return Object.assign(error, { loc });
}
