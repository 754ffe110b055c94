import { applyEdits } from './edits.js';
import { describeSyntaxError } from './describe-syntax-error.js';
import { keepBindings } from './keep-bindings.js';
import { keepValue, shownStatement } from './keep-value.js';
import { parseCell, type ParsedCell } from './parse-cell.js';
import { repairAwait } from './repair-await.js';
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
    const [before, after] = shown === undefined ? [] : keepValue(source, shown);
    const bindings = keepBindings(source, tree);
    const edits = [before, ...bindings, ...repairAwait(positions, hostNames, shown), after];
    const present = edits.filter((edit) => edit !== undefined);
    return { code: applyEdits(source, present), hasValue: shown !== undefined, parsed };
  } catch (error) {
    if (!(error instanceof SyntaxError)) return { code, hasValue: false };
    const { loc } = error as { loc?: { line?: number; column?: number } };
    return { message: describeSyntaxError(error.message, code, dialects, loc), line: loc?.line };
  }
}
