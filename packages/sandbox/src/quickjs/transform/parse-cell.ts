import { Parser, type Options } from 'acorn';
import { tsPlugin } from '@sveltejs/acorn-typescript';

import type { SyntaxNode } from './syntax-tree.js';

const options: Options = {
  ecmaVersion: 'latest',
  sourceType: 'script',
  allowAwaitOutsideFunction: true,
};

/** A cell's tree, and whether it needs its types taken out. */
export interface ParsedCell {
  readonly tree: SyntaxNode;
  readonly isTypeScript: boolean;
}

let typeScriptParser: typeof Parser | undefined;

/**
 * Parses a cell: as JavaScript, and if that fails as TypeScript. Throws the error of the attempt that came further.
 */
export function parseCell(code: string): ParsedCell {
  try {
    return { tree: Parser.parse(code, options) as unknown as SyntaxNode, isTypeScript: false };
  } catch (plainError) {
    try {
      typeScriptParser ??= Parser.extend(tsPlugin());
      const tree = typeScriptParser.parse(code, { ...options, locations: true });
      return { tree: tree as unknown as SyntaxNode, isTypeScript: true };
    } catch (typedError) {
      throw positionOf(typedError) > positionOf(plainError) ? typedError : plainError;
    }
  }
}

function positionOf(error: unknown): number {
  const position = (error as { pos?: unknown } | null)?.pos;
  return typeof position === 'number' ? position : -1;
}
