// eslint-disable-next-line import-x/no-extraneous-dependencies -- the build bundles it
import { Parser, type Options } from 'acorn';

import { positionsIn, type Position, type SyntaxNode } from './syntax-tree.js';
import type { TypeScript } from './typescript.js';

const options: Options = {
  ecmaVersion: 'latest',
  sourceType: 'script',
  allowAwaitOutsideFunction: true,
};

/** A cell as JavaScript, on the lines on which it was written, and its tree. */
export interface ParsedCell {
  readonly code: string;
  readonly tree: SyntaxNode;
  /** All that is in the tree: it is looked at more than once. */
  readonly positions: readonly Position[];
}

/**
 * Text that may be type arguments of a call, although it parses as JavaScript: `new Set<string>(list)` reads as two
 * comparisons.
 */
const typeArguments = /[\w$)\]] ?<[\w$'"{[(][^;]{0,400}?>[^\S\n]*[(`\n]/;

/**
 * Parses a cell as JavaScript, which is left as it is. If that fails, parses it as TypeScript, whose parser is loaded
 * late, since few cells need it. Throws the error of the attempt that got further. Code that is valid as both (`f(a<b,
 * c>(d))`) is read as TypeScript reads it.
 */
export function parseCell(code: string, typeScript: () => TypeScript): ParsedCell {
  let plain: ParsedCell;
  try {
    plain = parseJavaScript(code);
  } catch (plainError) {
    try {
      return parseJavaScript(typeScript().takeTypesOut(code));
    } catch (typedError) {
      throw isFurther(typedError, plainError) ? typedError : plainError;
    }
  }
  if (!typeArguments.test(code)) return plain;
  try {
    const { hasTypes, takeTypesOut } = typeScript();
    return hasTypes(code) ? parseJavaScript(takeTypesOut(code)) : plain;
  } catch {
    return plain;
  }
}

/** Parses JavaScript. Throws a SyntaxError. */
export function parseJavaScript(code: string): ParsedCell {
  const tree = Parser.parse(code, options) as unknown as SyntaxNode;
  return { code, tree, positions: positionsIn(tree) };
}

function isFurther(error: unknown, than: unknown): boolean {
  const [line, column] = placeOf(error);
  const [otherLine, otherColumn] = placeOf(than);
  // The one counts columns from 0, the other from 1.
  return line > otherLine || (line === otherLine && column > otherColumn + 1);
}

function placeOf(error: unknown): readonly [line: number, column: number] {
  const { line = 0, column = 0 } =
    (error as { loc?: { line?: number; column?: number } }).loc ?? {};
  return [line, column];
}
