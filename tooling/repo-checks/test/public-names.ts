import ts from 'typescript';

import { isInternal, type Exports } from './entries.js';

/** A name that a user meets, and where: `@rlm/runner#runRlm`, or `RunRlmOptions.query` for a member of a type. */
export interface PublicName {
  readonly name: string;
  readonly place: string;
}

/** The exported names of the public entries, and the names of the members that our sources declare in what they export. */
export function publicNames({ exports, checker }: Exports): PublicName[] {
  const found = new Map<string, PublicName>();
  const add = (name: string, place: string): void => {
    found.set(place, { name, place });
  };
  for (const { entry, name, symbol } of exports) {
    if (isInternal(entry)) continue;
    add(name, `${entry}#${name}`);
    if ((symbol.flags & ts.SymbolFlags.Type) === 0) continue;
    const type = checker.getDeclaredTypeOfSymbol(symbol);
    for (const part of type.isUnionOrIntersection() ? type.types : [type]) {
      if ((part.flags & ts.TypeFlags.Object) === 0) continue;
      for (const member of checker.getPropertiesOfType(part)) {
        if (isOurs(member)) add(member.name, `${name}.${member.name}`);
      }
    }
  }
  return [...found.values()];
}

/** A member of a library's type has the library's name, and a private one none. */
function isOurs({ name, declarations = [] }: ts.Symbol): boolean {
  if (/^(#|__)/.test(name)) return false;
  return declarations.every((one) => !one.getSourceFile().fileName.includes('node_modules'));
}

/** The kinds of events that the exported event unions have. */
export function eventKinds({ exports, checker }: Exports): string[] {
  const unions = exports.filter(({ entry, name }) => !isInternal(entry) && name.endsWith('Event'));
  const kinds = unions.flatMap(({ symbol }) =>
    literalsOf('type', checker.getDeclaredTypeOfSymbol(symbol), checker),
  );
  return [...new Set(kinds)].sort();
}

/** What every event has, whatever its kind. */
const ofEveryEvent = ['type', 'runId', 'parentId', 'depth', 'step', 'replayed', 'shortened'];

/**
 * The fields of each kind of event of an exported union, beside those that every event has. A field that may be
 * absent, or that not every event of the kind has, ends with `?`.
 */
export function eventFields({ exports, checker }: Exports, union: string): Map<string, string[]> {
  const found = exports.find(({ entry, name }) => !isInternal(entry) && name === union);
  const type = found === undefined ? undefined : checker.getDeclaredTypeOfSymbol(found.symbol);
  const parts = type?.isUnion() === true ? type.types : [];
  const kinds = new Set(parts.flatMap((part) => literalsOf('type', part, checker)));
  return new Map(
    [...kinds].map((kind) => {
      const same = parts.filter((part) => literalsOf('type', part, checker).includes(kind));
      const lists = same.map((part) => checker.getPropertiesOfType(part));
      const names = [...new Set(lists.flat().map(({ name }) => name))];
      const isSure = (name: string): boolean =>
        lists.every((list) =>
          list.some((one) => one.name === name && (one.flags & ts.SymbolFlags.Optional) === 0),
        );
      const own = names.filter((name) => !ofEveryEvent.includes(name));
      return [kind, own.map((name) => (isSure(name) ? name : `${name}?`))];
    }),
  );
}

/** The codes of the exported errors. */
export function errorCodes({ exports, checker }: Exports): string[] {
  const errors = exports.filter(({ entry, name }) => !isInternal(entry) && name.endsWith('Error'));
  const codes = errors.flatMap(({ symbol }) =>
    literalsOf('code', checker.getDeclaredTypeOfSymbol(symbol), checker),
  );
  return [...new Set(codes)].sort();
}

/** The texts that a member may be, in any part of a union. */
function literalsOf(member: string, type: ts.Type, checker: ts.TypeChecker): string[] {
  return (type.isUnion() ? type.types : [type]).flatMap((part) => {
    const property = checker.getPropertyOfType(part, member);
    if (property === undefined) return [];
    const given = checker.getTypeOfSymbol(property);
    const parts = given.isUnion() ? given.types : [given];
    const isTypeParameter = (given.flags & ts.TypeFlags.TypeParameter) !== 0;
    const constraint = isTypeParameter ? checker.getBaseConstraintOfType(given) : undefined;
    const all = constraint?.isUnion() === true ? constraint.types : parts;
    return all.flatMap((one) => (one.isStringLiteral() ? [one.value] : []));
  });
}
