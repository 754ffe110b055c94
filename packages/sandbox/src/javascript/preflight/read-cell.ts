import { NameRecord, type CellReading } from './name-record.js';
import { childrenOf, nodeAt, nodesAt, type SyntaxNode } from '../transform/syntax-tree.js';
import { eachTarget, enderOf, isFunction, keyOf, nameOf, textOf } from './nodes.js';
import { atMost, functionScope, openScope, sureness, type Scope, type Sureness } from './scope.js';

const { guarded, possible, certain } = sureness;

const declarations = new Set(['FunctionDeclaration', 'EmptyStatement']);

/** Reads a cell's tree. `enders` are the functions that end a run, or whose mention may. Throws a RangeError for one too deep. */
export function readCell(tree: SyntaxNode, enders: ReadonlySet<string>): CellReading {
  const reader = new Reader(enders);
  reader.readProgram(tree);
  return reader.names;
}

class Reader {
  readonly names: NameRecord;
  /** The number of classes and methods around the code: inside them, `this` is not the global object. */
  #methods = 0;

  constructor(enders: ReadonlySet<string>) {
    this.names = new NameRecord(enders);
  }

  readProgram(tree: SyntaxNode): void {
    let sure: Sureness = certain;
    let endedBy: string | undefined;
    const { names } = this;
    for (const [index, statement] of nodesAt(tree, 'body').entries()) {
      names.statement = index;
      if (endedBy !== undefined && !declarations.has(statement.type)) {
        names.dead ??= { at: statement.start, by: endedBy };
      }
      const before = names.mentionedEnders;
      this.#visit(statement, names.global, sure);
      if (names.mentionedEnders > before) sure = possible;
      endedBy ??= enderOf(statement, names.enders);
      names.isDead ||= endedBy !== undefined || statement.type === 'ThrowStatement';
    }
  }

  #visit(node: SyntaxNode | undefined, scope: Scope, sure: Sureness): void {
    if (node === undefined) return;
    switch (node.type) {
      case 'Identifier':
        this.names.use(String(node['name']), node.start, scope, sure);
        break;
      case 'FunctionDeclaration':
      case 'ClassDeclaration': {
        const name = nameOf(nodeAt(node, 'id'));
        this.names.declare(name, scope, node.type === 'FunctionDeclaration');
        this.#visitDefinition(node, scope, sure, scope.owner ?? name);
        break;
      }
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
      case 'ClassExpression':
        this.#visitDefinition(node, scope, sure, scope.owner);
        break;
      case 'VariableDeclaration': {
        const target = node['kind'] === 'var' ? functionScope(scope) : scope;
        for (const each of nodesAt(node, 'declarations')) {
          const [id, init] = [nodeAt(each, 'id'), nodeAt(each, 'init')];
          this.#bind(id, target, scope);
          if (init !== undefined && isFunction(init)) {
            this.#visitDefinition(init, scope, sure, scope.owner ?? nameOf(id));
          } else this.#visit(init, scope, sure);
        }
        break;
      }
      case 'AssignmentExpression':
        this.#visitAssignment(node, scope, sure);
        break;
      case 'UnaryExpression': {
        const argument = nodeAt(node, 'argument');
        const name = node['operator'] === 'typeof' ? nameOf(argument) : undefined;
        if (name === undefined) this.#visit(argument, scope, sure);
        else this.names.probed.add(name);
        break;
      }
      case 'LogicalExpression':
        this.#visit(nodeAt(node, 'left'), scope, sure);
        this.#visit(nodeAt(node, 'right'), scope, atMost(sure, possible));
        break;
      case 'ConditionalExpression':
      case 'IfStatement':
        this.#visit(nodeAt(node, 'test'), scope, sure);
        this.#visit(nodeAt(node, 'consequent'), scope, atMost(sure, possible));
        this.#visit(nodeAt(node, 'alternate'), scope, atMost(sure, possible));
        break;
      case 'CallExpression':
      case 'NewExpression':
        this.#visitCall(node, scope, sure);
        break;
      case 'MemberExpression':
        this.#visitMember(node, scope, sure);
        break;
      case 'ChainExpression':
        this.#visitChain(nodeAt(node, 'expression'), scope, sure);
        break;
      case 'ThisExpression':
        if (this.#methods === 0) this.names.openAll(scope);
        break;
      case 'Property':
        if (node['computed'] === true) this.#visit(nodeAt(node, 'key'), scope, sure);
        this.#visitMethod(node, scope, sure);
        break;
      case 'BlockStatement':
        this.#visitAll(nodesAt(node, 'body'), openScope('block', scope), sure);
        break;
      case 'TryStatement':
        this.#visitTry(node, scope, sure);
        break;
      case 'ForStatement':
      case 'ForInStatement':
      case 'ForOfStatement':
      case 'WhileStatement':
      case 'DoWhileStatement':
      case 'SwitchStatement':
        this.#visitRepeated(node, openScope('block', scope), sure);
        break;
      case 'LabeledStatement':
        this.#visit(nodeAt(node, 'body'), scope, atMost(sure, possible));
        break;
      case 'WithStatement':
        this.names.openAll(scope);
        break;
      case 'Literal':
        if (typeof node['value'] === 'string' && node['value'].length < 100) {
          this.names.texts.add(node['value']);
        }
        break;
      case 'MetaProperty':
      case 'BreakStatement':
      case 'ContinueStatement':
        break;
      default:
        for (const [, child] of childrenOf(node)) this.#visit(child, scope, sure);
    }
  }

  #visitAll(nodes: readonly SyntaxNode[], scope: Scope, sure: Sureness): void {
    for (const node of nodes) this.#visit(node, scope, sure);
  }

  #visitAssignment(node: SyntaxNode, scope: Scope, sure: Sureness): void {
    const [left, right] = [nodeAt(node, 'left'), nodeAt(node, 'right')];
    const operator = String(node['operator']);
    if (operator === '=') this.#assign(left, scope, sure);
    else this.#visit(left, scope, sure);
    const isLogical = /^(?:&&|\|\||\?\?)=$/.test(operator);
    this.#visit(right, scope, isLogical ? atMost(sure, possible) : sure);
  }

  #visitTry(node: SyntaxNode, scope: Scope, sure: Sureness): void {
    const [block, handler] = [nodeAt(node, 'block'), nodeAt(node, 'handler')];
    // A single statement whose failure is caught may be there to find out whether it fails.
    const isProbe =
      handler !== undefined && block !== undefined && nodesAt(block, 'body').length < 2;
    this.#visit(block, scope, atMost(sure, isProbe ? guarded : possible));
    if (handler !== undefined) {
      const own = openScope('block', scope);
      this.#bind(nodeAt(handler, 'param'), own, own);
      this.#visit(nodeAt(handler, 'body'), own, atMost(sure, possible));
    }
    this.#visit(nodeAt(node, 'finalizer'), scope, atMost(sure, possible));
  }

  /** Loops and `switch`: the expression evaluated first is certain; repeated or chosen parts are not. */
  #visitRepeated(node: SyntaxNode, scope: Scope, sure: Sureness): void {
    const later = atMost(sure, possible);
    const left = nodeAt(node, 'left');
    if (left?.type === 'VariableDeclaration') this.#visit(left, scope, later);
    else this.#assign(left, scope, later);
    for (const key of ['init', 'right', 'discriminant'])
      this.#visit(nodeAt(node, key), scope, sure);
    this.#visit(nodeAt(node, 'test'), scope, node.type === 'DoWhileStatement' ? later : sure);
    for (const key of ['update', 'body']) this.#visit(nodeAt(node, key), scope, later);
    this.#visitAll(nodesAt(node, 'cases'), scope, later);
  }

  #visitCall(node: SyntaxNode, scope: Scope, sure: Sureness): void {
    const callee = nodeAt(node, 'callee');
    const given = nodesAt(node, 'arguments');
    const name = nameOf(callee);
    if (name !== undefined && node.type === 'CallExpression') {
      const isCounted = given.every(({ type }) => type !== 'SpreadElement');
      const count = isCounted ? given.length : undefined;
      this.names.call(name, node.start, [scope, sure], count, textOf(given[0]));
    }
    if (
      callee?.type === 'MemberExpression' &&
      nameOf(nodeAt(callee, 'property')) === 'constructor'
    ) {
      this.names.openAll(scope);
    }
    this.#visit(callee, scope, sure);
    this.#visitAll(given, scope, sure);
  }

  #visitMember(node: SyntaxNode, scope: Scope, sure: Sureness): void {
    const [object, property] = [nodeAt(node, 'object'), nodeAt(node, 'property')];
    const name = this.#isGlobalName(node) ? keyOf(node) : undefined;
    if (name !== undefined) {
      this.names.probed.add(name);
      return;
    }
    if (object?.type !== 'ThisExpression' || this.#methods === 0) this.#visit(object, scope, sure);
    if (node['computed'] === true) this.#visit(property, scope, sure);
  }

  /**
   * Whether a property is a global name that is written there: `globalThis.x`, and `this.x` if that may be the same.
   */
  #isGlobalName(node: SyntaxNode): boolean {
    const object = nodeAt(node, 'object');
    const isThis = object?.type === 'ThisExpression' && this.#methods === 0;
    return (isThis || nameOf(object) === 'globalThis') && keyOf(node) !== undefined;
  }

  /** `a?.b(c)`: only its first part is evaluated in every case. */
  #visitChain(node: SyntaxNode | undefined, scope: Scope, sure: Sureness): void {
    const later = atMost(sure, possible);
    if (node?.type === 'CallExpression') {
      this.#visitChain(nodeAt(node, 'callee'), scope, sure);
      this.#visitAll(nodesAt(node, 'arguments'), scope, later);
    } else if (node?.type === 'MemberExpression' && !this.#isGlobalName(node)) {
      this.#visitChain(nodeAt(node, 'object'), scope, sure);
      if (node['computed'] === true) this.#visit(nodeAt(node, 'property'), scope, later);
    } else this.#visit(node, scope, sure);
  }

  /** A property, or a member of a class: in its methods `this` is an object. */
  #visitMethod(node: SyntaxNode, scope: Scope, sure: Sureness): void {
    const isMethod = node['method'] === true || node['kind'] === 'get' || node['kind'] === 'set';
    this.#methods += Number(isMethod);
    this.#visit(nodeAt(node, 'value'), scope, sure);
    this.#methods -= Number(isMethod);
  }

  #visitDefinition(
    node: SyntaxNode,
    scope: Scope,
    sure: Sureness,
    owner: string | undefined,
  ): void {
    if (node.type.startsWith('Class')) {
      this.#visit(nodeAt(node, 'superClass'), scope, sure);
      const own = openScope('block', scope, owner);
      this.names.declare(nameOf(nodeAt(node, 'id')), own);
      const later = atMost(sure, possible);
      this.#methods++;
      for (const member of nodesAt(nodeAt(node, 'body') ?? node, 'body')) {
        if (member['computed'] === true) this.#visit(nodeAt(member, 'key'), own, later);
        if (member.type === 'StaticBlock') {
          this.#visitAll(nodesAt(member, 'body'), openScope('function', own), later);
        } else this.#visit(nodeAt(member, 'value'), own, later);
      }
      this.#methods--;
      return;
    }
    const own = openScope('function', scope, owner);
    if (node.type !== 'ArrowFunctionExpression') own.names.add('arguments');
    if (node.type === 'FunctionExpression') this.names.declare(nameOf(nodeAt(node, 'id')), own);
    for (const parameter of nodesAt(node, 'params')) this.#bind(parameter, own, own);
    const before = this.names.mentionedEnders;
    this.#visit(nodeAt(node, 'body'), own, atMost(sure, possible));
    this.names.endsLater ||= this.names.mentionedEnders > before;
  }

  /** Declares the names of a pattern; its defaults are evaluated only if a value is missing. */
  #bind(pattern: SyntaxNode | undefined, target: Scope, scope: Scope): void {
    eachTarget(
      pattern,
      (leaf) => {
        if (leaf.type === 'Identifier') this.names.declare(nameOf(leaf), target);
        else this.#visit(leaf, scope, possible);
      },
      (value) => {
        this.#visit(value, scope, possible);
      },
    );
  }

  #assign(pattern: SyntaxNode | undefined, scope: Scope, sure: Sureness): void {
    eachTarget(
      pattern,
      (leaf) => {
        const name = nameOf(leaf);
        if (name === undefined) this.#visit(leaf, scope, sure);
        else this.names.assign(name, scope);
      },
      (value) => {
        this.#visit(value, scope, possible);
      },
    );
  }
}
