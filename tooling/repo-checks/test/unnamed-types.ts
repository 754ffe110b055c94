import { relative } from 'node:path';

import ts from 'typescript';

import { isInternal, type Exports } from './entries.js';
import { root } from './workspace.js';

/** A type of one of our packages that a user meets, and has no name for. */
interface UnnamedType {
  readonly name: string;
  /** The file that declares it. */
  readonly file: string;
  /** A way to it: the entry and its export, then one type after another. */
  readonly way: readonly string[];
}

/**
 * The types of our packages that signatures of public exports name (parameters, results, properties, members, type arguments) and
 * that no public entry exports.
 */
export function unnamedTypes({ exports, checker }: Exports): UnnamedType[] {
  const exported = exports.filter(({ entry }) => !isInternal(entry));
  const named = new Set(exported.map(({ symbol }) => symbol));
  const ways = new Map<ts.Symbol, readonly string[]>();
  const found: UnnamedType[] = [];

  // Breadth first, so that the way to a type is a short one.
  const next = exported.map(({ entry, name, symbol }) => ({ symbol, way: [`${entry}#${name}`] }));
  for (const { symbol, way } of next) {
    if (ways.has(symbol)) continue;
    ways.set(symbol, way);
    const [declaration] = symbol.declarations ?? [];
    const file = declaration && relative(root, declaration.getSourceFile().fileName);
    if (file !== undefined && isType(symbol) && !named.has(symbol)) {
      found.push({ name: symbol.name, file, way });
    }
    for (const met of symbolsIn(symbol, checker)) {
      next.push({ symbol: met, way: [...way, met.name] });
    }
  }
  return found;
}

const isType = ({ flags }: ts.Symbol): boolean =>
  (flags &
    (ts.SymbolFlags.Class |
      ts.SymbolFlags.Interface |
      ts.SymbolFlags.TypeAlias |
      ts.SymbolFlags.Enum)) !==
  0;

/** What of our packages the signature of a symbol names. */
function symbolsIn(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol[] {
  const found: ts.Symbol[] = [];
  const take = (name: ts.Node): void => {
    const alias = checker.getSymbolAtLocation(name);
    if (alias === undefined) return;
    const met = alias.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(alias) : alias;
    if (isOurs(met) && (met.flags & ts.SymbolFlags.TypeParameter) === 0) found.push(met);
  };
  const walk = (node: ts.Node): void => {
    if (ts.isBlock(node) || isPrivate(node)) return;
    if (ts.isTypeReferenceNode(node)) take(node.typeName);
    if (ts.isTypeQueryNode(node)) take(node.exprName);
    if (ts.isImportTypeNode(node) && node.qualifier) take(node.qualifier);
    if (ts.isExpressionWithTypeArguments(node)) take(node.expression);
    // What has a type written out is that, whatever it begins as. (Declarations are isolated, so all but literals has.)
    const typed = node as { readonly type?: ts.Node; readonly initializer?: ts.Node };
    ts.forEachChild(node, (child) => {
      if (child === typed.initializer && typed.type !== undefined) return;
      walk(child);
    });
  };
  const declarations = symbol.declarations ?? [];
  const overloads = declarations.filter((one) => ts.isFunctionDeclaration(one) && !one.body);
  for (const one of overloads.length > 0 ? overloads : declarations) walk(one);
  return found;
}

/** Whether a member of a class is none of its users' business. */
function isPrivate(node: ts.Node): boolean {
  if (!ts.isClassElement(node)) return false;
  if (node.name !== undefined && ts.isPrivateIdentifier(node.name)) return true;
  return (
    ts.canHaveModifiers(node) &&
    (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword)
  );
}

function isOurs({ declarations = [] }: ts.Symbol): boolean {
  return declarations.some((one) => {
    const path = relative(root, one.getSourceFile().fileName);
    return path.startsWith('packages/') && !path.includes('node_modules');
  });
}
