import { applyEdits } from './edits.js';
import { keepBindings } from './keep-bindings.js';
import { parseCell } from './parse-cell.js';
import { repairAwait } from './repair-await.js';
import { stripTypes } from './strip-types.js';

/** A cell's code as it is run, or what is wrong with its syntax. */
export type TransformedCell =
  { readonly code: string } | { readonly message: string; readonly line: number | undefined };

/**
 * Turns a cell into a script: types taken out, top-level bindings kept for later cells, a forgotten `await` before
 * host functions put in. Lines stay where they are. A cell too deep for the parser is left as it is.
 */
export function transformCell(code: string, hostNames: ReadonlySet<string>): TransformedCell {
  try {
    const first = parseCell(code);
    const source = first.isTypeScript ? stripTypes(code, first.tree) : code;
    const tree = first.isTypeScript ? parseCell(source).tree : first.tree;
    return { code: applyEdits(source, [...keepBindings(tree), ...repairAwait(tree, hostNames)]) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) return { code };
    const { loc } = error as { loc?: { line?: number } };
    return { message: describe(error.message, code), line: loc?.line };
  }
}

function describe(message: string, code: string): string {
  const text = message.replace(/ \(\d+:\d+\)$/, '');
  if (/^\s*(?:import|export)\b/m.test(code) && text.includes('import')) {
    return `${text}; modules are not available here`;
  }
  return text;
}
