import { nearestName } from '@rlm/repl-types/internal';

import {
  maxFindings,
  type PreflightFinding,
  type PreflightRequest,
} from '../contract/preflight.js';
import type { ParsedCell } from './transform/parse-cell.js';
import { isHostCall, memberName } from './transform/repair-await.js';
import { nodeAt, nodesAt, type Position, type SyntaxNode } from './transform/syntax-tree.js';

/** The names that there are in a session. Asking runs no code of the user. */
export interface KnownNames {
  /** Whether there is a name, or may be: functions of earlier cells may set it when they are called. */
  has(name: string): boolean;
  /** The same for a variable of the user. */
  hasVariable(name: string): boolean;
  /** Whether a name is that of an async function. */
  isAsync(name: string): boolean;
  /** All of them, to look for one that is spelled alike. */
  list(): readonly string[];
  /** Notes what functions of a cell may set when a later cell calls them; `isOpen`: any name, or the end of the run. */
  note(later: readonly string[], isOpen: boolean): void;
}

/** What a look at a cell needs of its session. */
export interface Surroundings {
  /** The host functions. */
  readonly functions: ReadonlySet<string>;
  readonly dialects: readonly string[];
  readonly names: KnownNames;
}

/** Longest name that a finding holds, in characters, and how many names of variables. */
const maxNameChars = 200;
const maxSets = 20;

/**
 * Looks at a cell before it runs: for names that certainly do not exist, and for async callbacks of methods that do not wait for them.
 * Nothing of the cell runs. It must not if a finding is certain: in a branch or a function, which may not be reached, a missing name is
 * only noted. Certain findings come first.
 */
export function lookAtCell(
  { code, positions }: ParsedCell,
  { isReplay }: PreflightRequest,
  { functions: hostNames, dialects, names }: Surroundings,
): readonly PreflightFinding[] {
  const cell = new CellNames(positions, dialects.includes('answer'));
  const found =
    isReplay === true ? [] : [...findCallbacks(cell, hostNames, names), ...findNames(cell, names)];
  names.note(cell.setLater, cell.isOpen);
  return found.slice(0, maxFindings).map((finding) => ({
    ...finding,
    line: code.slice(0, finding.line).split('\n').length,
  }));
}

interface NameUse {
  readonly name: string;
  readonly position: Position;
}

/** Names by which code may set names that are not written in it. */
const opening = new Set(['eval', 'Function', 'globalThis']);
/** Methods of a list that decide by the result of their callback, and take a promise for true. */
const deciding = new Set(
  'filter some every find findIndex findLast findLastIndex sort toSorted'.split(' '),
);

/** The names of a cell, without regard to scopes: what it sets anywhere is no unknown name. */
class CellNames {
  /** Names that it declares, assigns or probes. */
  readonly set = new Set<string>();
  /** Of these, the variables that there are when it has run. */
  readonly variables = new Set<string>();
  readonly asyncs = new Set<string>();
  readonly callbacks: { readonly method: string; readonly at: number; given: SyntaxNode }[] = [];
  readonly #declared = new Set<string>();
  readonly #setLater = new Set<string>();
  readonly #uses: NameUse[] = [];
  readonly #finalVars: NameUse[] = [];
  readonly #enders = new Set(['FINAL', 'FINAL_VAR', 'SUBMIT']);
  /** Whether the cell may set names that it does not write. */
  #isDynamic = false;
  #endsLater = false;
  /** Behind this the cell may have ended the run. */
  #end = Infinity;

  constructor(positions: readonly Position[], hasAnswer: boolean) {
    if (hasAnswer) this.#enders.add('answer');
    for (const position of positions) this.#read(position);
  }

  /** Uses of names that it does not set, where it cannot have ended the run. */
  get uses(): readonly NameUse[] {
    return this.#unset(this.#uses);
  }

  /** Calls of FINAL_VAR with a name that it does not set. */
  get finalVars(): readonly NameUse[] {
    return this.#unset(this.#finalVars);
  }

  /** Names that its functions may set when a later cell calls them. */
  get setLater(): readonly string[] {
    return [...this.#setLater].filter((name) => !this.#declared.has(name));
  }

  /** Whether later cells may set any name by it, or end the run. */
  get isOpen(): boolean {
    return this.#isDynamic || this.#endsLater;
  }

  #unset(uses: readonly NameUse[]): readonly NameUse[] {
    if (this.#isDynamic) return [];
    return uses.filter(({ name, position: { node } }) => {
      return !this.set.has(name) && node.start < this.#end;
    });
  }

  #read(position: Position): void {
    const { node } = position;
    const probed = probedName(position);
    if (probed !== undefined) this.#set(probed, position);
    else if (node.type === 'Identifier') this.#readName(String(node['name']), position);
    else if (node.type === 'ThisExpression') this.#isDynamic ||= !isWithin(position, methods);
    else if (node.type === 'WithStatement') this.#isDynamic = true;
    else if (node.type === 'CallExpression') this.#readCall(position);
    const made = node.type === 'VariableDeclarator' ? nodeAt(node, 'init') : node;
    const name = nameOf(nodeAt(node, 'id'));
    if (name !== undefined && isAsync(made)) this.asyncs.add(name);
  }

  #readName(name: string, position: Position): void {
    if (isLabel(position) || name === 'arguments') return;
    if (this.#enders.has(name)) this.#noteEnder(position);
    const target = targetOf(position);
    if (target === undefined) {
      this.#isDynamic ||= opening.has(name);
      this.#uses.push({ name, position });
    } else if (target.key === 'left') this.#set(name, target);
    else {
      this.set.add(name);
      this.#declared.add(name);
      if (target.key === 'id' && isAtTop(target)) this.variables.add(name);
    }
  }

  #set(name: string, position: Position): void {
    this.set.add(name);
    if (isWithin(position, functions)) this.#setLater.add(name);
    else if (isAtTop(position)) this.variables.add(name);
  }

  #noteEnder(position: Position): void {
    const { node, key, parent } = position;
    this.#end = Math.min(this.#end, (key === 'callee' ? parent?.node : node)?.end ?? 0);
    this.#endsLater ||= isWithin(position, functions);
  }

  #readCall(position: Position): void {
    const callee = nodeAt(position.node, 'callee');
    const [given] = nodesAt(position.node, 'arguments');
    const text = textOf(given);
    if (
      nameOf(callee) === 'FINAL_VAR' &&
      text !== undefined &&
      /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(text)
    ) {
      this.#finalVars.push({ name: text, position });
    }
    if (callee?.type !== 'MemberExpression') return;
    const method = memberName(callee);
    this.#isDynamic ||= method === 'constructor';
    if (callee['computed'] === true || given === undefined) return;
    if (deciding.has(method) || method === 'forEach') {
      this.callbacks.push({ method, given, at: nodeAt(callee, 'property')?.start ?? 0 });
    }
  }
}

/** Async callbacks of methods that do not wait for them, and callbacks of deciding methods that only return a promise. */
function findCallbacks(
  { callbacks, asyncs }: CellNames,
  hostNames: ReadonlySet<string>,
  known: KnownNames,
): readonly PreflightFinding[] {
  return callbacks.flatMap(({ method, at, given }): PreflightFinding[] => {
    const name = nameOf(given) ?? '';
    const body = nodeAt(given, 'body');
    const isPromise =
      hostNames.has(name) ||
      (body !== undefined && (isHostCall(body, hostNames) || isHostCall(body, asyncs)));
    const isLeft = isAsync(given) || asyncs.has(name) || (name !== '' && known.isAsync(name));
    return isLeft || (isPromise && deciding.has(method))
      ? [{ code: 'async_callback', name: method, line: at, isCertain: true }]
      : [];
  });
}

/** Names that do not exist, each once, where it is most certain. */
function findNames(cell: CellNames, known: KnownNames): readonly PreflightFinding[] {
  const missing = without(cell.uses, (name) => known.has(name));
  const variables = without(cell.finalVars, (name) => known.hasVariable(name));
  if (missing.length + variables.length === 0) return [];
  const names = [...cell.set, ...known.list()];
  const sets = [...cell.variables].filter((name) => name.length <= maxNameChars).slice(0, maxSets);
  const found = [
    ...missing.map((use) => ({ code: 'unknown_name' as const, ...use })),
    ...variables.map((use) => ({ code: 'final_var_missing' as const, ...use, sets })),
  ].map(({ position, ...use }) => ({ ...use, at: position.node.start, reach: reachOf(position) }));
  found.sort((one, other) => one.reach - other.reach || one.at - other.at);
  const first = new Map(found.toReversed().map((use) => [`${use.code} ${use.name}`, use]));
  return [...first.values()]
    .toReversed()
    .slice(0, 2 * maxFindings)
    .flatMap(({ name, at, reach, ...finding }): PreflightFinding[] => {
      const near = nearestName(name, names);
      if (reach === reaches.caught || (reach === reaches.called && near === undefined)) return [];
      const isCertain = reach === reaches.certain;
      return [{ ...finding, name: name.slice(0, maxNameChars), line: at, near, isCertain }];
    });
}

/** Uses of names that are not there; each name is asked for once. */
function without(uses: readonly NameUse[], isThere: (name: string) => boolean): readonly NameUse[] {
  const missing = new Set(
    [...new Set(uses.map(({ name }) => name))].filter((name) => !isThere(name)),
  );
  return uses.filter(({ name }) => missing.has(name));
}

/** How a cell gets to a place: for certain, by a condition, by a call, or where a failure is expected. */
const reaches = { certain: 0, chosen: 1, called: 2, caught: 3 } as const;

const functions = /Function|StaticBlock/;
const methods = /^ClassBody$|^Method$/;
/** Parts of statements and expressions that do not run in every case, as `type.key`. */
const branches =
  /^(?:If|Conditional).*\.(?:consequent|alternate)$|^(?:For|While|Labeled).*\.body$|^For.*\.(?:left|update)$|^DoWhile|\.(?:cases|handler|finalizer)$|^(?:Logical|AssignmentPattern).*\.right$/;

function reachOf(position: Position): number {
  let reach: number = reaches.certain;
  let isPart = false;
  for (let at = position; at.parent !== undefined; at = at.parent) {
    const { type, operator } = at.parent.node;
    if (type === 'TryStatement' && at.key === 'block') return reaches.caught;
    if (functions.test(type) || type === 'PropertyDefinition') reach = reaches.called;
    // `a?.b(c)`, `a ||= b`.
    isPart ||= at.key === 'arguments' || at.key === 'property';
    const isSkipped =
      (type === 'ChainExpression' && isPart) ||
      (/^(?:&&|\|\||\?\?)=$/.test(String(operator)) && at.key === 'right');
    if (isSkipped || branches.test(`${type}.${at.key}`)) reach = Math.max(reach, reaches.chosen);
  }
  return reach;
}

/** Whether a place is within a node of a type; a method of an object counts as `Method`. */
function isWithin(position: Position, types: RegExp): boolean {
  for (let at = position.parent; at !== undefined; at = at.parent) {
    const { node } = at;
    const isMethod = node['method'] === true || node['kind'] === 'get' || node['kind'] === 'set';
    if (types.test(node.type) || (isMethod && types.test('Method'))) return true;
  }
  return false;
}

/** Whether what is declared or assigned here is a variable of the session. */
function isAtTop({ parent }: Position): boolean {
  let at = parent?.parent;
  while (at !== undefined && /^(?:VariableDeclaration|ExpressionStatement)$/.test(at.node.type)) {
    at = at.parent;
  }
  return at?.node.type === 'Program';
}

/**
 * The place in a declaration (`id`, `params`, `param`) or an assignment (`left`) where a name gets a value, itself or in a pattern;
 * undefined for a name that is read.
 */
function targetOf(position: Position): Position | undefined {
  for (let at = position; at.parent !== undefined; at = at.parent) {
    const { key } = at;
    const { type, operator = '=' } = at.parent.node;
    const isTarget =
      /^(?:id|params?)$/.test(key) || (key === 'left' && /^(?:For|Assign\w+Expr)/.test(type));
    if (isTarget) return operator === '=' ? at : undefined;
    const isPattern =
      /^(?:ArrayPattern|ObjectPattern|RestElement)$/.test(type) ||
      (type === 'AssignmentPattern' && key === 'left') ||
      (type === 'Property' && key === 'value' && at.parent.parent?.node.type === 'ObjectPattern');
    if (!isPattern) return undefined;
  }
  return undefined;
}

/** The name that code expects to be missing perhaps: `typeof x`, `globalThis.x`, `this.x` outside of methods. */
function probedName(position: Position): string | undefined {
  const { node, key, parent } = position;
  if (parent?.node['operator'] === 'typeof') return nameOf(node);
  const isGlobal =
    nameOf(node) === 'globalThis' ||
    (node.type === 'ThisExpression' && !isWithin(position, methods));
  if (!isGlobal || key !== 'object' || parent === undefined) return undefined;
  const property = nodeAt(parent.node, 'property');
  return parent.node['computed'] === true ? textOf(property) : nameOf(property);
}

/** Whether an identifier is no name of a variable: a property, a key, a label. */
function isLabel({ key, parent }: Position): boolean {
  if (key === 'label' || parent?.node.type === 'MetaProperty') return true;
  return (key === 'property' || key === 'key') && parent?.node['computed'] !== true;
}

/** Whether a node is an async function. */
function isAsync(node: SyntaxNode | undefined): boolean {
  return node?.['async'] === true && node['generator'] !== true;
}

function nameOf(node: SyntaxNode | undefined): string | undefined {
  return node?.type === 'Identifier' ? String(node['name']) : undefined;
}

/** The text of a literal. */
function textOf(node: SyntaxNode | undefined): string | undefined {
  if (node?.type === 'Literal' && typeof node['value'] === 'string') return node['value'];
  const [only, ...more] = node?.type === 'TemplateLiteral' ? nodesAt(node, 'quasis') : [];
  if (only === undefined || more.length > 0) return undefined;
  const { cooked } = only['value'] as { readonly cooked?: unknown };
  return typeof cooked === 'string' ? cooked : undefined;
}
