import type { Edit } from './edits.js';
import { nodeAt, walk, type Position, type SyntaxNode } from './syntax-tree.js';

/** The methods by which a promise is handled without `await`. */
const promiseMethods: ReadonlySet<string> = new Set(['then', 'catch', 'finally']);

/**
 * Inserts `await` before calls of host functions whose value is used directly: a model that forgot it gets what it
 * meant. Calls inside `Promise.all` and similar functions, chains of `then`, and variables that are awaited later are
 * left alone. Calls in functions that are not async cannot be repaired, and fail with a message that says so.
 */
export function repairAwait(
  positions: readonly Position[],
  hostNames: ReadonlySet<string>,
  shown?: SyntaxNode,
): Edit[] {
  const { calls, awaited, usesPromises } = readPromises(positions, hostNames);
  const edits: Edit[] = [];
  for (const call of calls) {
    if (!isRepairable(call) || isHandled(call, awaited, usesPromises)) continue;
    const isInner = bindsTighter(call);
    const { start, end } = call.node;
    const isStatement = isInner && startsStatement(call, shown);
    edits.push({
      start,
      end: start,
      text: isInner ? `${isStatement ? 'void ' : ''}(await ` : 'await ',
    });
    if (isInner) edits.push({ start: end, end, text: ')' });
  }
  return edits;
}

/** The promises in a cell. */
interface PromiseReading {
  /** Calls of the functions that were asked for. */
  readonly calls: readonly Position[];
  /** Variables that are awaited somewhere, or passed to code that takes promises. */
  readonly awaited: ReadonlySet<string>;
  /** Whether anything but `await` takes promises. */
  readonly usesPromises: boolean;
}

/** Finds the calls of functions that return promises, and the code that takes promises. */
function readPromises(positions: readonly Position[], names: ReadonlySet<string>): PromiseReading {
  const calls: Position[] = [];
  const awaited = new Set<string>();
  let usesPromises = false;
  for (const position of positions) {
    const { node } = position;
    if (isHostCall(node, names)) calls.push(position);
    const consumed = consumedBy(node);
    if (consumed === undefined) continue;
    usesPromises ||= node.type !== 'AwaitExpression';
    walk(consumed, ({ node: inner }) => {
      if (inner.type === 'Identifier') awaited.add(String(inner['name']));
    });
  }
  return { calls, awaited, usesPromises };
}

/** Whether a node calls a host function by its name. */
export function isHostCall(node: SyntaxNode, hostNames: ReadonlySet<string>): boolean {
  const callee = node.type === 'CallExpression' ? nodeAt(node, 'callee') : undefined;
  return callee?.type === 'Identifier' && hostNames.has(String(callee['name']));
}

/** The promises that a node takes: the argument of `await`, the arguments of `Promise.all`, the object of `.then`. */
function consumedBy(node: SyntaxNode): SyntaxNode | undefined {
  if (node.type === 'AwaitExpression') return nodeAt(node, 'argument');
  if (node.type === 'ForOfStatement' && node['await'] === true) return nodeAt(node, 'right');
  if (node.type === 'CallExpression' && isPromiseStatic(node)) return node;
  if (node.type === 'MemberExpression' && promiseMethods.has(memberName(node))) {
    return nodeAt(node, 'object');
  }
  return undefined;
}

function isPromiseStatic(call: SyntaxNode): boolean {
  const callee = nodeAt(call, 'callee');
  if (callee?.type !== 'MemberExpression') return false;
  return nodeAt(callee, 'object')?.['name'] === 'Promise';
}

/** The name of the property that is read. */
export function memberName(member: SyntaxNode): string {
  return String(nodeAt(member, 'property')?.['name']);
}

/** Whether `await` is allowed at the place of the call. */
function isRepairable(call: Position): boolean {
  for (let at = call; at.parent !== undefined; at = at.parent) {
    const outer = at.parent.node;
    if (outer.type === 'PropertyDefinition' || outer.type === 'StaticBlock') return false;
    if (outer.type.includes('Function')) return outer['async'] === true && at.key === 'body';
  }
  return true;
}

function isHandled(call: Position, awaited: ReadonlySet<string>, usesPromises: boolean): boolean {
  let at = call;
  while (at.parent !== undefined && passesThrough(at)) at = at.parent;
  const outer = at.parent?.node;
  switch (outer?.type) {
    case 'AwaitExpression':
    case 'ReturnStatement':
      return true;
    case 'ArrowFunctionExpression':
      return true;
    case 'MemberExpression':
      return promiseMethods.has(memberName(outer));
    case 'ArrayExpression':
    case 'Property':
    case 'SpreadElement':
      return usesPromises;
    case 'CallExpression':
      return isPromiseStatic(outer) || (usesPromises && isCollecting(outer));
    case 'VariableDeclarator':
      return awaited.has(String(nodeAt(outer, 'id')?.['name']));
    case 'AssignmentExpression':
      return isAwaitedTarget(nodeAt(outer, 'left'), awaited);
    default:
      return false;
  }
}

/** Whether the expression around this one may have its value. */
function passesThrough({ key, parent }: Position): boolean {
  const type = parent?.node.type;
  return type === 'LogicalExpression' || (type === 'ConditionalExpression' && key !== 'test');
}

function isCollecting(call: SyntaxNode): boolean {
  const callee = nodeAt(call, 'callee');
  return callee?.type === 'MemberExpression' && ['push', 'set', 'add'].includes(memberName(callee));
}

function isAwaitedTarget(target: SyntaxNode | undefined, awaited: ReadonlySet<string>): boolean {
  const root = target?.type === 'MemberExpression' ? nodeAt(target, 'object') : target;
  return awaited.has(String(root?.['name']));
}

/** Whether `await` before the call would take in more than the call: `await f().x`. */
function bindsTighter({ key, parent }: Position): boolean {
  switch (parent?.node.type) {
    case 'MemberExpression':
      return key === 'object';
    case 'CallExpression':
      return key === 'callee';
    case 'TaggedTemplateExpression':
      return key === 'tag';
    case 'BinaryExpression':
      return parent.node['operator'] === '**' && key === 'left';
    default:
      return false;
  }
}

/** Whether a bracket put before the call would begin its statement, and so join the line before; `shown` begins with `await`. */
function startsStatement(call: Position, shown: SyntaxNode | undefined): boolean {
  for (let at: Position | undefined = call; at !== undefined; at = at.parent) {
    if (at.node.type === 'ExpressionStatement') {
      return at.node !== shown && at.node.start === call.node.start;
    }
  }
  return false;
}
