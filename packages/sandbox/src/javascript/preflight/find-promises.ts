import type { PreflightFinding } from '../../contract/preflight.js';
import {
  isHostCall,
  isRepairable,
  memberName,
  passesThrough,
  promiseMethods,
  readPromises,
  type PromiseReading,
} from '../transform/repair-await.js';
import { nodeAt, nodesAt, type Position, type SyntaxNode } from '../transform/syntax-tree.js';
import { isFunction, nameOf } from './nodes.js';

/** Methods of a list that decide by their callback's result, and treat a promise as true. */
const deciding = new Set(
  'filter some every find findIndex findLast findLastIndex sort toSorted'.split(' '),
);
/** Methods that make one value of a list's items. */
const joining = new Set(['join', 'includes', 'indexOf', 'toString']);
/** Functions that want a value. */
const consumers = new Set([
  'print',
  'FINAL',
  'SUBMIT',
  'String',
  'Number',
  'Boolean',
  'parseInt',
  'parseFloat',
]);
const consumingObjects = new Set(['console', 'JSON', 'Math']);

/**
 * Promises that are used as if they were their values, if no `await` is inserted for the model: in functions that are
 * not async, of the cell's own async functions, and lists of promises.
 *
 * @param earlier Async functions of earlier cells that are passed as callbacks.
 */
export function findPromises(
  positions: readonly Position[],
  hostNames: ReadonlySet<string>,
  earlier: readonly string[],
): PreflightFinding[] {
  const isAsync = asyncFunctions(positions);
  const reading = readPromises(positions, new Set([...hostNames, ...isAsync]));
  let byName: Uses | undefined;
  const uses = (name: string): readonly Position[] =>
    (byName ??= usesByName(positions)).get(name) ?? [];
  const gives = (node: SyntaxNode | undefined): boolean =>
    node !== undefined && (isHostCall(node, hostNames) || isHostCall(node, isAsync));
  /** Whether a method takes the promises of its callback for results, or lets go of an async callback. */
  const isIgnored = (method: string, callback: SyntaxNode): boolean => {
    const name = nameOf(callback) ?? '';
    if (callback['async'] === true || isAsync.has(name) || earlier.includes(name)) {
      return deciding.has(method) || method === 'forEach';
    }
    return deciding.has(method) && (hostNames.has(name) || givesPromises(callback, gives));
  };
  const single = reading.calls.filter(
    (call) =>
      (!isHostCall(call.node, hostNames) || !isRepairable(call)) &&
      isMisused(call, isValueUse, reading, uses),
  );
  const findings = single.map(({ node }) => found(nameOf(nodeAt(node, 'callee')) ?? '', node));
  for (const position of positions) {
    const { node } = position;
    const method = calledMethod(node);
    const callback = nodesAt(node, 'arguments')[0];
    if (method === undefined || callback === undefined) continue;
    if (isIgnored(method, callback)) {
      const { start } = nodeAt(nodeAt(node, 'callee') ?? node, 'property') ?? node;
      findings.push({ code: 'async_callback', name: method, line: start, isCertain: true });
    } else if ((method === 'map' || method === 'flatMap') && givesPromises(callback, gives)) {
      if (isMisused(position, isListUse, reading, uses)) findings.push(found('', node));
    }
  }
  return findings;
}

/** The names that are passed to methods whose callback must not be async. */
export function callbackNames(positions: readonly Position[]): readonly string[] {
  return positions.flatMap(({ node }) => {
    const method = calledMethod(node);
    if (method === undefined || (!deciding.has(method) && method !== 'forEach')) return [];
    return nameOf(nodesAt(node, 'arguments')[0]) ?? [];
  });
}

function found(name: string, { start }: SyntaxNode): PreflightFinding {
  return { code: 'promise_as_value', name, line: start, isCertain: false };
}

/** Names of the cell's own async functions. */
function asyncFunctions(positions: readonly Position[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { node } of positions) {
    const made = node.type === 'VariableDeclarator' ? nodeAt(node, 'init') : node;
    const isNamed = node.type === 'FunctionDeclaration' || isFunction(made);
    if (!isNamed || made?.['async'] !== true || made['generator'] === true) continue;
    const name = nameOf(nodeAt(node, 'id'));
    if (name !== undefined) names.add(name);
  }
  return names;
}

type Uses = ReadonlyMap<string, readonly Position[]>;

function usesByName(positions: readonly Position[]): Uses {
  const uses = new Map<string, Position[]>();
  for (const position of positions) {
    const name = nameOf(position.node);
    if (name === undefined || isNoUse(position)) continue;
    const list = uses.get(name);
    if (list === undefined) uses.set(name, [position]);
    else list.push(position);
  }
  return uses;
}

/** Whether an identifier names a property, or is being declared. */
function isNoUse({ key, parent }: Position): boolean {
  const outer = parent?.node;
  if (outer?.type === 'MemberExpression') return key === 'property' && outer['computed'] !== true;
  if (outer?.type === 'Property') return key === 'key' && outer['computed'] !== true;
  return outer?.type === 'VariableDeclarator' && key === 'id';
}

/** Whether the expression here is used as a value: directly, or by each use of the variable that it is assigned to. */
function isMisused(
  given: Position,
  isUse: (position: Position) => boolean,
  { awaited }: PromiseReading,
  uses: (name: string) => readonly Position[],
): boolean {
  let at = given;
  while (at.parent !== undefined && passesThrough(at)) at = at.parent;
  if (isUse(at)) return true;
  const outer = at.parent?.node;
  if (outer?.type !== 'VariableDeclarator') return false;
  const name = nameOf(nodeAt(outer, 'id'));
  if (name === undefined || awaited.has(name)) return false;
  const found = uses(name);
  return found.length > 0 && found.every(isUse);
}

/** Whether a promise here is taken for its value. */
function isValueUse({ key, parent }: Position): boolean {
  const outer = parent?.node;
  switch (outer?.type) {
    case 'MemberExpression':
      return key === 'object' && !promiseMethods.has(memberName(outer));
    case 'BinaryExpression':
    case 'TemplateLiteral':
      return true;
    case 'UnaryExpression':
      return outer['operator'] !== 'void' && outer['operator'] !== 'typeof';
    case 'ForOfStatement':
      return key === 'right' && outer['await'] !== true;
    case 'IfStatement':
    case 'WhileStatement':
    case 'ConditionalExpression':
      return key === 'test';
    case 'CallExpression':
      return key === 'arguments' && isConsumer(nodeAt(outer, 'callee'));
    default:
      return false;
  }
}

/** Whether a list of promises here is taken for a list of values. */
function isListUse({ key, parent }: Position): boolean {
  const outer = parent?.node;
  switch (outer?.type) {
    case 'AwaitExpression':
    case 'TemplateLiteral':
    case 'BinaryExpression':
      return true;
    case 'MemberExpression':
      return key === 'object' && joining.has(memberName(outer));
    case 'CallExpression':
      return key === 'arguments' && isConsumer(nodeAt(outer, 'callee'));
    default:
      return false;
  }
}

function isConsumer(callee: SyntaxNode | undefined): boolean {
  if (callee?.type !== 'MemberExpression') return consumers.has(nameOf(callee) ?? '');
  return consumingObjects.has(nameOf(nodeAt(callee, 'object')) ?? '');
}

function calledMethod(node: SyntaxNode): string | undefined {
  const callee = node.type === 'CallExpression' ? nodeAt(node, 'callee') : undefined;
  return callee?.type === 'MemberExpression' && callee['computed'] !== true
    ? memberName(callee)
    : undefined;
}

/** Whether a callback returns a promise: it is async, or returns a call that returns one. */
function givesPromises(
  callback: SyntaxNode | undefined,
  gives: (node: SyntaxNode | undefined) => boolean,
): boolean {
  if (!isFunction(callback) || callback['generator'] === true) return false;
  return callback['async'] === true || gives(nodeAt(callback, 'body'));
}
