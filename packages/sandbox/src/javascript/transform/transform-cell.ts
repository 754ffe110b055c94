import { applyEdits, type Edit } from './edits.js';
import { describeSyntaxError } from './describe-syntax-error.js';
import { parseCell, type ParsedCell } from './parse-cell.js';
import { repairAwait } from './repair-await.js';
import { nodeAt, nodesAt, type SyntaxNode } from './syntax-tree.js';
import type { TypeScript } from './typescript.js';

/** A cell's code as it runs, or what is wrong with its syntax. */
export type TransformedCell =
  | {
      readonly code: string;
      readonly hasValue: boolean;
      /** The source tree; absent for a cell too deep for the parser. */
      readonly parsed?: ParsedCell;
    }
  | { readonly message: string; readonly line: number | undefined };

/**
 * Turns a cell into a script: removes types, keeps top-level bindings for later cells, awaits the value of a last
 * expression, and inserts a forgotten `await` before host functions. Lines stay in place. A cell too deep for the
 * parser does not change.
 */
export function transformCell(
  code: string,
  hostNames: ReadonlySet<string>,
  typeScript: () => TypeScript,
  dialects: readonly string[] = [],
): TransformedCell {
  try {
    const parsed = parseCell(code, typeScript);
    const { code: source, tree, positions } = parsed;
    const shown = shownStatement(tree);
    const [before = [], after = []] = shown === undefined ? [] : awaitValue(source, shown);
    const awaits = repairAwait(positions, hostNames, shown);
    const edits = [before, keepBindings(source, tree), awaits, after].flat();
    return { code: applyEdits(source, edits), hasValue: shown !== undefined, parsed };
  } catch (error) {
    if (!(error instanceof SyntaxError)) return { code, hasValue: false };
    const { loc } = error as { loc?: { line?: number; column?: number } };
    return { message: describeSyntaxError(error.message, code, dialects, loc), line: loc?.line };
  }
}

const withoutValue = new Set(['AssignmentExpression', 'UpdateExpression']);

/** The last statement of a cell if it is an expression whose value is shown. An assignment's value is not. */
function shownStatement(tree: SyntaxNode): SyntaxNode | undefined {
  const last = nodesAt(tree, 'body').at(-1);
  if (last?.type !== 'ExpressionStatement' || last['directive'] === 'use strict') return undefined;
  const expression = nodeAt(last, 'expression');
  return expression === undefined || withoutValue.has(expression.type) ? undefined : last;
}

/** Awaits the expression of a statement: the script's completion value is then the result of its promise. */
function awaitValue(source: string, statement: SyntaxNode): readonly [before: Edit, after: Edit] {
  const { start, end } = statement;
  const hasSemicolon = source[end - 1] === ';' && nodeAt(statement, 'expression')?.end !== end;
  const close = hasSemicolon ? end - 1 : end;
  return [
    { start, end: start, text: 'await (' },
    { start: close, end: close, text: ')' },
  ];
}

/**
 * Turns top-level `let`, `const` and `class` into `var`, so that a later cell sees them and may declare them again; an
 * enum starts from scratch.
 */
function keepBindings(source: string, tree: SyntaxNode): readonly Edit[] {
  const enums = new Set<string>();
  return nodesAt(tree, 'body').flatMap((statement): readonly Edit[] => {
    const { type, start, end, kind } = statement;
    if (type === 'ClassDeclaration') {
      const name = String(nodeAt(statement, 'id')?.['name']);
      return [
        { start, end: start, text: `var ${name}=` },
        { start: end, end, text: ';' },
      ];
    }
    if (type !== 'VariableDeclaration') return [];
    if (kind === 'let' || kind === 'const') {
      return [{ start, end: start + kind.length, text: 'var'.padEnd(kind.length) }];
    }
    const name = nameOfEnum(source, statement);
    if (name === undefined || enums.has(name)) return [];
    enums.add(name);
    return [{ start: end - 1, end: end - 1, text: '=undefined' }];
  });
}

/** An enum after its types are removed: `var A; (function (A) {...})(A || (A = {}))`, which adds to an earlier `A`. */
function nameOfEnum(source: string, { start, end }: SyntaxNode): string | undefined {
  const name = /^var ([\w$]+);$/.exec(source.slice(start, end))?.[1];
  return name !== undefined && source.startsWith(` (function (${name}) {`, end) ? name : undefined;
}
