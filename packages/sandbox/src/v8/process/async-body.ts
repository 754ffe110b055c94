import { Parser } from 'acorn';

import { applyEdits, type Edit } from '../../javascript/transform/edits.js';
import {
  nodeAt,
  nodesAt,
  walk,
  type Position,
  type SyntaxNode,
} from '../../javascript/transform/syntax-tree.js';

/** A cell's script in parts that V8 runs, which has no scripts with `await`. Lines stay in place in both scripts. */
export interface AsyncBody {
  /** Names that the script declares as variables. */
  readonly variables: readonly string[];
  /** A script of the functions that it declares at top level; absent if there are none. */
  readonly functions?: string;
  /** An expression: a function of what is called with the value, and with what is thrown. */
  readonly body: string;
}

/**
 * Turns a script into an asynchronous function whose top-level variables are those of the global object: `var x = 1`
 * becomes `void (x = 1)`, and functions move to a script of their own. A script that the parser refuses does not change, and
 * runs as it is.
 */
export function toAsyncBody(code: string, hasValue: boolean): AsyncBody {
  const tree = parse(code);
  if (tree === undefined) return { variables: [], functions: code, body: '(async(c)=>{c.o()})' };
  const statements = nodesAt(tree, 'body');
  const name = freeName(code);
  const strict = isStrict(statements) ? '"use strict";' : '';
  const declarations: SyntaxNode[] = [];
  const edits: Edit[] = [];
  walk(tree, (position) => {
    if (isInFunction(position)) return;
    const { node, parent } = position;
    if (node.type === 'VariableDeclaration' && node['kind'] === 'var') {
      edits.push(...assign(node, position));
      declarations.push(node);
    } else if (parent?.node.type === 'BlockStatement' && isSloppyFunction(node) && strict === '') {
      const own = String(nodeAt(node, 'id')?.['name']);
      edits.push({ start: node.start, end: node.start, text: `${name}.f("${own}",${own});` });
    }
  });
  const variables = namesOf(declarations);
  const declared = statements.filter(({ type }) => type === 'FunctionDeclaration');
  for (const { start, end } of declared) {
    edits.push({ start, end, text: blank(code.slice(start, end)) });
  }
  const last = statements.at(-1);
  if (hasValue && last !== undefined) {
    const end = nodeAt(last, 'expression')?.end ?? last.end;
    edits.push({ start: last.start, end: last.start, text: `${name}.o(` });
    edits.push({ start: end, end, text: ')' });
  }
  const end = hasValue ? '' : `;${name}.o()`;
  const body = `(async(${name})=>{${strict}try{${applyEdits(code, edits)}\n${end}}catch(${name}_){${name}.e(${name}_)}})`;
  const functions = strict + keepOnly(code, declared);
  return { variables: [...variables], ...(declared.length > 0 && { functions }), body };
}

function parse(code: string): SyntaxNode | undefined {
  try {
    const options = { ecmaVersion: 'latest', allowAwaitOutsideFunction: true } as const;
    return Parser.parse(code, options) as unknown as SyntaxNode;
  } catch {
    return undefined;
  }
}

/** A name that a cell does not contain. */
function freeName(code: string): string {
  let name = '$cell';
  for (let number = 1; code.includes(name); number++) name = `$cell${number}`;
  return name;
}

/** Whether it is a function whose name, if a block declares it, is seen outside too. */
function isSloppyFunction(node: SyntaxNode): boolean {
  return (
    node.type === 'FunctionDeclaration' && node['async'] !== true && node['generator'] !== true
  );
}

/** Whether a node is below a function, or a class, whose variables are its own. */
function isInFunction(position: Position): boolean {
  for (let at = position.parent; at !== undefined; at = at.parent) {
    if (at.node.type.includes('Function') || at.node.type === 'StaticBlock') return true;
    if (at.node.type === 'PropertyDefinition') return true;
  }
  return false;
}

/** Turns declarations into assignments: an expression, or the left side of a loop. */
function assign(node: SyntaxNode, { key, parent }: Position): readonly Edit[] {
  const keyword = { start: node.start, end: node.start + 3 };
  const isLeft = key === 'left' && /^For(In|Of)Statement$/.test(parent?.node.type ?? '');
  if (isLeft) return [{ ...keyword, text: '   ' }];
  const parts = nodesAt(node, 'declarations').flatMap((declarator): Edit[] => {
    const { start, end } = declarator;
    if (nodeAt(declarator, 'init') === undefined) return [{ start, end, text: '0' }];
    return [
      { start, end: start, text: '(' },
      { start: end, end, text: ')' },
    ];
  });
  return [{ ...keyword, text: 'void' }, ...parts];
}

/** The names that declarations declare, in the order of the source. */
function namesOf(declarations: readonly SyntaxNode[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const declaration of declarations.toSorted((a, b) => a.start - b.start)) {
    for (const declarator of nodesAt(declaration, 'declarations')) addNames(declarator, names);
  }
  return names;
}

/** Adds the names that a pattern declares. */
function addNames(declarator: SyntaxNode, names: Set<string>): void {
  const patterns = [nodeAt(declarator, 'id')];
  for (let at = patterns.pop(); at !== undefined; at = patterns.pop()) {
    if (at.type === 'Identifier') names.add(String(at['name']));
    else if (at.type === 'AssignmentPattern') patterns.push(nodeAt(at, 'left'));
    else if (at.type === 'Property') patterns.push(nodeAt(at, 'value'));
    else if (at.type === 'RestElement') patterns.push(nodeAt(at, 'argument'));
    else patterns.push(...[...nodesAt(at, 'properties'), ...nodesAt(at, 'elements')].reverse());
  }
}

function isStrict(statements: readonly SyntaxNode[]): boolean {
  for (const statement of statements) {
    if (statement['directive'] === 'use strict') return true;
    if (statement['directive'] === undefined) return false;
  }
  return false;
}

/** As many lines, and nothing in them. */
function blank(text: string): string {
  return text.replace(/[^\n\r\u2028\u2029]/g, ' ');
}

function keepOnly(code: string, nodes: readonly SyntaxNode[]): string {
  let kept = '';
  let at = 0;
  for (const { start, end } of nodes) {
    kept += blank(code.slice(at, start)) + code.slice(start, end);
    at = end;
  }
  return kept;
}
