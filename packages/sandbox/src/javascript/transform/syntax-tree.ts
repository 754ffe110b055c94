/** A node of an acorn tree: only the fields of all nodes; the rest is read by name. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** A node on its path from the root. */
export interface Position {
  readonly node: SyntaxNode;
  /** The parent's property that holds the node. */
  readonly key: string;
  readonly parent: Position | undefined;
}

/** Visits every node, parents first, in no deeper stack however deep the tree is. */
export function walk(root: SyntaxNode, visit: (position: Position) => void): void {
  for (const position of positionsIn(root)) visit(position);
}

/** All positions in a tree, in the order of {@link walk}. */
export function positionsIn(root: SyntaxNode): readonly Position[] {
  const list: Position[] = [];
  const stack: Position[] = [{ node: root, key: '', parent: undefined }];
  for (let position = stack.pop(); position !== undefined; position = stack.pop()) {
    list.push(position);
    const parent = position;
    eachChild(parent.node, (key, node) => {
      stack.push({ node, key, parent });
    });
  }
  return list;
}

function eachChild(node: SyntaxNode, visit: (key: string, child: SyntaxNode) => void): void {
  for (const key of Object.keys(node)) {
    const value = node[key];
    if (Array.isArray(value)) {
      for (const item of value) if (isNode(item)) visit(key, item);
    } else if (isNode(value)) visit(key, value);
  }
}

/** Whether a value is a node. */
function isNode(value: unknown): value is SyntaxNode {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as { type?: unknown }).type === 'string' &&
    typeof (value as { start?: unknown }).start === 'number'
  );
}

/** A property that is a node. */
export function nodeAt(node: SyntaxNode, key: string): SyntaxNode | undefined {
  const value = node[key];
  return isNode(value) ? value : undefined;
}

/** A property that is a list of nodes. */
export function nodesAt(node: SyntaxNode, key: string): readonly SyntaxNode[] {
  const value = node[key];
  return Array.isArray(value) ? value.filter(isNode) : [];
}
