import { nodeAt, nodesAt, type SyntaxNode } from './syntax-tree.js';

/** An enum as the object that TypeScript would make of it, on as many lines. */
export function enumToObject(source: string, node: SyntaxNode): string {
  const name = String(nodeAt(node, 'id')?.['name']);
  const members = nodesAt(node, 'members').map((member) => {
    const id = nodeAt(member, 'id');
    const key = JSON.stringify(id?.['name'] ?? id?.['value']);
    const initializer = nodeAt(member, 'initializer');
    const value =
      initializer === undefined ? 'n+1' : source.slice(initializer.start, initializer.end);
    return `n=${value};if(typeof n==="number")e[e[${key}]=n]=${key};else e[${key}]=n;`;
  });
  const lines = source.slice(node.start, node.end).split('\n').length - 1;
  return `var ${name}=(e=>{let n=-1;${members.join('')}return e})({});${'\n'.repeat(lines)}`;
}
