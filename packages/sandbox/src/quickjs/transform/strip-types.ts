import { blank, type Edit } from './edits.js';
import { enumToObject } from './enum-to-object.js';
import { nodeAt, nodesAt, walk, type SyntaxNode } from './syntax-tree.js';

const typeOnly = new Set([
  'TSTypeAnnotation',
  'TSTypeParameterDeclaration',
  'TSTypeParameterInstantiation',
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
  'TSDeclareFunction',
  'TSDeclareMethod',
  'TSAbstractMethodDefinition',
  'TSAbstractPropertyDefinition',
  'TSIndexSignature',
]);

const modifiers = /^(?:(?:public|private|protected|readonly|declare|abstract|override)\s+)+/;

/**
 * Blanks out what TypeScript adds to JavaScript: annotations, interfaces, `as`, `!`, modifiers; enums become objects.
 * Lines and columns stay where they are.
 */
export function stripTypes(source: string, tree: SyntaxNode): string {
  const edits: Edit[] = [];
  const erase = (start: number, end: number): void => {
    if (end > start) edits.push(blank(source, start, end));
  };
  walk(tree, ({ node }) => {
    if (typeOnly.has(node.type) || node['declare'] === true) {
      erase(node.start, node.end);
      return;
    }
    switch (node.type) {
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
      case 'TSNonNullExpression':
      case 'TSInstantiationExpression':
        erase(nodeAt(node, 'expression')?.end ?? node.end, node.end);
        break;
      case 'TSTypeAssertion':
        erase(node.start, nodeAt(node, 'expression')?.start ?? node.start);
        break;
      case 'TSEnumDeclaration':
        edits.push({ start: node.start, end: node.end, text: enumToObject(source, node) });
        break;
      case 'Identifier':
        eraseAfterName(node, erase);
        break;
      case 'ClassDeclaration':
      case 'ClassExpression':
        eraseClassHead(source, node, erase);
        break;
      case 'MethodDefinition':
      case 'PropertyDefinition':
      case 'TSParameterProperty':
        eraseModifiers(source, node, erase);
        break;
      default:
    }
  });
  return applyOuterFirst(source, edits);
}

function eraseAfterName(node: SyntaxNode, erase: (start: number, end: number) => void): void {
  const nameEnd = node.start + String(node['name']).length;
  const annotation = nodeAt(node, 'typeAnnotation');
  if (node['optional'] === true || annotation !== undefined) {
    erase(nameEnd, Math.max(node.end, annotation?.end ?? 0));
  }
}

function eraseClassHead(
  source: string,
  node: SyntaxNode,
  erase: (start: number, end: number) => void,
): void {
  if (source.startsWith('abstract', node.start)) erase(node.start, node.start + 8);
  const body = nodeAt(node, 'body');
  const interfaces = nodesAt(node, 'implements');
  const [first] = interfaces;
  if (body === undefined || first === undefined) return;
  erase(source.lastIndexOf('implements', first.start), body.start);
}

function eraseModifiers(
  source: string,
  node: SyntaxNode,
  erase: (start: number, end: number) => void,
): void {
  const head = modifiers.exec(source.slice(node.start, node.start + 200))?.[0] ?? '';
  const isStaticFirst = /^static\s+readonly\s/.exec(source.slice(node.start, node.start + 40));
  if (isStaticFirst !== null) erase(node.start + 6, node.start + isStaticFirst[0].length);
  erase(node.start, node.start + head.length);
  const key = nodeAt(node, 'key');
  if (key === undefined) return;
  const mark = /^\s*[?!]/.exec(source.slice(key.end, key.end + 10))?.[0].length ?? 0;
  erase(key.end, key.end + mark);
}

/** An edit inside another one's stretch is dropped. */
function applyOuterFirst(source: string, edits: readonly Edit[]): string {
  const ordered = [...edits].sort((a, b) => a.start - b.start || b.end - a.end);
  let result = '';
  let position = 0;
  for (const edit of ordered) {
    if (edit.start < position) continue;
    result += source.slice(position, edit.start) + edit.text;
    position = edit.end;
  }
  return result + source.slice(position);
}
