import type { Edit } from './edits.js';
import { nodeAt, nodesAt, type SyntaxNode } from './syntax-tree.js';

/**
 * Turns top-level `let`, `const` and `class` into `var`, so that a later cell sees them and may declare them again; an
 * enum starts from scratch. Lines stay in place.
 */
export function keepBindings(source: string, tree: SyntaxNode): Edit[] {
  const edits: Edit[] = [];
  const enums = new Set<string>();
  for (const statement of nodesAt(tree, 'body')) {
    if (statement.type === 'VariableDeclaration') {
      const kind = String(statement['kind']);
      const { start } = statement;
      if (kind === 'let' || kind === 'const') {
        edits.push({ start, end: start + kind.length, text: 'var'.padEnd(kind.length) });
        continue;
      }
      const name = nameOfEnum(source, statement);
      if (name === undefined || enums.has(name)) continue;
      enums.add(name);
      const end = statement.end - 1;
      edits.push({ start: end, end, text: '=undefined' });
    } else if (statement.type === 'ClassDeclaration') {
      const name = nodeAt(statement, 'id')?.['name'];
      if (typeof name !== 'string') continue;
      edits.push({ start: statement.start, end: statement.start, text: `var ${name}=` });
      edits.push({ start: statement.end, end: statement.end, text: ';' });
    }
  }
  return edits;
}

/** An enum after its types are removed: `var A; (function (A) {...})(A || (A = {}))`, which adds to an earlier `A`. */
function nameOfEnum(source: string, { start, end }: SyntaxNode): string | undefined {
  const name = /^var ([\w$]+);$/.exec(source.slice(start, end))?.[1];
  return name !== undefined && source.startsWith(` (function (${name}) {`, end) ? name : undefined;
}
