import ts from 'typescript';

import { exportsOf } from '../entries.js';
import { packages, root } from '../workspace.js';

/**
 * All hooks of the public entries: code of a caller that a package calls. Each is named by the type and the field that hold it
 * (`Clock.now`), or by the function and the parameter that take it (`rewardBy(worth)`). A hook is a function that can be reached through what an exported function,
 * class or method takes, in types that stand in the sources of these packages.
 */
export function findHooks(): readonly string[] {
  const { exports, checker } = exportsOf(packages);
  const hooks = new Set<string>();
  const seenInputs = new Set<ts.Type>();
  const seenOutputs = new Set<ts.Type>();
  const seenForth = new Set<ts.Type>();
  const seenBack = new Set<ts.Type>();

  const isOurs = (symbol: ts.Symbol | undefined): boolean =>
    symbol?.declarations?.some((declaration) => {
      const { fileName } = declaration.getSourceFile();
      return fileName.startsWith(`${root}packages/`) && !fileName.includes('/node_modules/');
    }) ?? false;

  /** A class or an interface of the platform: it holds nothing of ours but its type arguments. */
  const isLibrary = (type: ts.Type): boolean =>
    ((type.symbol as ts.Symbol | undefined)?.flags ?? 0) !== 0 &&
    (type.symbol.flags & (ts.SymbolFlags.Class | ts.SymbolFlags.Interface)) !== 0 &&
    !isOurs(type.symbol) &&
    typeArgumentsOf(type).length === 0;

  /** What a caller gives: `place` names it where it is itself a function. */
  const takeInput = (given: ts.Type, place: string): void => {
    const type = checker.getNonNullableType(given);
    const reading = readings[(type.symbol as ts.Symbol | undefined)?.name ?? ''];
    if (reading !== undefined && !isOurs(type.symbol)) hooks.add(`${place}.${reading}`);
    if (isLibrary(type)) return;
    if (type.isUnionOrIntersection() && type.isUnion()) {
      for (const part of type.types) takeInput(part, place);
      return;
    }
    if (type.getCallSignatures().length > 0) {
      hooks.add(place);
      for (const signature of type.getCallSignatures()) {
        takeOutput(signature.getReturnType(), '', takeInput, place);
        for (const parameter of signature.getParameters()) {
          takeOutput(checker.getTypeOfSymbol(parameter), `${place}(${parameter.name})`);
        }
      }
    }
    if (seenInputs.has(type)) return;
    seenInputs.add(type);
    for (const argument of typeArgumentsOf(type)) takeInput(argument, `${place}[]`);
    for (const info of checker.getIndexInfosOfType(type)) takeInput(info.type, `${place}[]`);
    const owner = type.aliasSymbol ?? type.symbol;
    for (const property of checker.getPropertiesOfType(type)) {
      const declaration = property.valueDeclaration ?? property.declarations?.[0];
      if (declaration === undefined || !isOurs(property) || /^(#|__)/.test(property.name)) continue;
      const holder = holderOf(declaration, owner);
      takeInput(checker.getTypeOfSymbol(property), `${holder ?? place}.${property.name}`);
    }
  };

  /** What we give, or a hook gives back: what its methods take. */
  function takeOutput(
    type: ts.Type,
    place: string,
    then: (type: ts.Type, place: string) => void = takeResult,
    name = place,
  ): void {
    for (const part of type.isUnion() ? type.types : [type]) {
      const seen = then === takeInput ? seenBack : seenForth;
      if (seen.has(part)) continue;
      seen.add(part);
      for (const argument of typeArgumentsOf(part)) takeOutput(argument, place, then, name);
      then(part, `${name}()`);
    }
  }

  const takeSignatures = (signatures: readonly ts.Signature[], name: string): void => {
    for (const signature of signatures) {
      for (const parameter of signature.getParameters()) {
        takeInput(checker.getTypeOfSymbol(parameter), `${name}(${parameter.name})`);
      }
      takeOutput(signature.getReturnType(), name);
    }
  };

  function takeResult(type: ts.Type, place: string): void {
    if (seenOutputs.has(type)) return;
    seenOutputs.add(type);
    if (!isOurs(type.symbol) && !isOurs(type.aliasSymbol)) return;
    takeSignatures(type.getCallSignatures(), place);
    for (const property of checker.getPropertiesOfType(type)) {
      if (!isOurs(property)) continue;
      const { declarations: [declaration] = [] } = property;
      const holder = declaration && holderOf(declaration, type.aliasSymbol ?? type.symbol);
      const member = checker.getTypeOfSymbol(property);
      takeSignatures(member.getCallSignatures(), `${holder ?? place}.${property.name}`);
      takeOutput(member, `${holder ?? place}.${property.name}`);
    }
  }

  const typeArgumentsOf = (type: ts.Type): readonly ts.Type[] =>
    (type.flags & ts.TypeFlags.Object) !== 0 &&
    ((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference) !== 0
      ? checker.getTypeArguments(type as ts.TypeReference)
      : [];

  for (const { entry, name, symbol } of exports) {
    if (/\/(internal|testing|conformance)$/.test(entry)) continue;
    const { valueDeclaration } = symbol;
    if (valueDeclaration === undefined) continue;
    const type = checker.getTypeOfSymbolAtLocation(symbol, valueDeclaration);
    takeSignatures(type.getConstructSignatures(), name);
    takeSignatures(type.getCallSignatures(), name);
  }
  return [...hooks].sort((one, other) => one.localeCompare(other));
}

/** Sequences and texts of a caller, and the method of each by which they are read. */
const readings: Readonly<Record<string, string>> = {
  AsyncIterable: 'next',
  AsyncGenerator: 'next',
  AsyncIterator: 'next',
  ReadableStream: 'read',
  Blob: 'text',
};

/** The type that declares a member, by its name; undefined for one that has none. */
function holderOf(declaration: ts.Declaration, owner: ts.Symbol | undefined): string | undefined {
  const { parent } = declaration;
  if (ts.isInterfaceDeclaration(parent) || ts.isClassDeclaration(parent)) return parent.name?.text;
  if (ts.isTypeLiteralNode(parent) && ts.isTypeAliasDeclaration(parent.parent))
    return parent.parent.name.text;
  return owner === undefined || owner.name.startsWith('__') ? undefined : owner.name;
}
