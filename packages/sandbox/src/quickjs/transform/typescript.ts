import { transform } from 'sucrase';
import { parse } from 'sucrase/dist/esm/parser/index.js';

import { applyEdits, type Edit } from './edits.js';

/** What this file offers, for those who load it late. */
export interface TypeScript {
  readonly takeTypesOut: (source: string) => string;
  readonly hasTypes: (source: string) => boolean;
}

/**
 * Makes JavaScript of TypeScript: annotations, interfaces, `as`, `!` go, enums and parameter properties become what they
 * stand for. Lines stay where they are.
 *
 * @throws SyntaxError with `loc`, for what is neither, and for namespaces
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
 * Puts a semicolon where types ended a statement, and without them the next line would go on with it: `a as T`, or a line
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

/** Sucrase drops a namespace without a word, and what is in it; one that is declared holds nothing to run. */
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
