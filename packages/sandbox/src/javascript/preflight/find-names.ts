import { nameDistance } from '@rlm/repl-types/internal';

import type { Arity, PreflightFinding } from '../../contract/preflight.js';
import type { CellReading } from './name-record.js';
import {
  atMost,
  functionScope,
  isDeclared,
  sureness,
  type NameUse,
  type Sureness,
} from './scope.js';

/** Longest name that a finding holds, in characters. */
const maxNameChars = 200;

/** The guest's answer about names that a cell does not declare itself; see `known-names.ts` of the guest. */
export interface KnownNames {
  /** Those that nothing has set. */
  readonly missing: readonly string[];
  /** Names passed to FINAL_VAR that are not variables. */
  readonly missingVariables: readonly string[];
  /** Names passed as callbacks that are async functions. */
  readonly asyncs: readonly string[];
  /** Names that there are. */
  readonly names: readonly string[];
  /** Whether functions of earlier cells can set any name. */
  readonly setsAnyLater: boolean;
  /** Whether earlier cells set names by other ways than those that are read, or left a function that can end the run. */
  readonly isUncertain: boolean;
}

/** The question to the guest, with the names that the cell may set later. */
export interface NamesQuestion {
  readonly names: readonly string[];
  readonly variables: readonly string[];
  /** Names passed as callbacks that must not be async. */
  readonly callbacks: readonly string[];
  /** Names that functions of the cell may set when a later cell calls them. */
  readonly setLater: readonly string[];
  readonly setsAnyLater: boolean;
  readonly isUncertain: boolean;
}

/** The question for a cell that could not be read: it may set any name, and end the run. */
export const anything: NamesQuestion = {
  names: [],
  variables: [],
  callbacks: [],
  setLater: [],
  setsAnyLater: true,
  isUncertain: true,
};

/** No question: a cell that sets and reads no name but its own, or that cannot be asked about. */
export const nothing: NamesQuestion = {
  ...anything,
  setsAnyLater: false,
  isUncertain: false,
};

/** The answer to {@link nothing}, and that there is nothing to say. */
export const allKnown: KnownNames = {
  missing: [],
  missingVariables: [],
  asyncs: [],
  names: [],
  setsAnyLater: false,
  isUncertain: false,
};

/** The open names of a cell: names that it reads or passes to FINAL_VAR, and that it does not set there itself. */
export interface OpenNames {
  readonly unset: readonly NameUse[];
  /** Used at top level before the statement that sets them. */
  readonly early: readonly NameUse[];
  readonly finalVars: readonly NameUse[];
  /** Names that assignments without a declaration make global. */
  readonly setLater: readonly string[];
}

/** Returns the open names of a cell. */
export function openNames(reading: CellReading): OpenNames {
  const { uses, finalVars, assigned, setBy, global, probed } = reading;
  const free = assigned.filter(({ name, scope }) => !isDeclared(name, scope));
  const made = new Set(free.map(({ name }) => name));
  const isSet = (name: string): boolean => made.has(name) || probed.has(name);
  return {
    unset: uses.filter(({ name, scope }) => !isDeclared(name, scope) && !isSet(name)),
    early: uses.filter(({ name, statement, scope, sure }) => {
      if (scope !== global || sure !== sureness.certain || probed.has(name)) return false;
      return (setBy.get(name) ?? -1) > statement;
    }),
    // A function and a block have names of their own, which FINAL_VAR does not see.
    finalVars: finalVars.filter(({ name }) => !global.names.has(name) && !isSet(name)),
    setLater: free.flatMap(({ name, scope }) => (functionScope(scope) === global ? [] : [name])),
  };
}

/** The question to the guest about a cell. */
export function questionOf(
  open: OpenNames,
  reading: CellReading,
  callbacks: readonly string[],
): NamesQuestion {
  const { isDynamic, isDynamicLater, endsLater, probed } = reading;
  const names = isDynamic ? [] : unique([...open.unset, ...open.early]);
  const variables = isDynamic ? [] : unique(open.finalVars);
  const setLater = [...new Set([...open.setLater, ...probed])];
  const isUncertain = isDynamic || endsLater;
  const isAbout = names.length + variables.length + callbacks.length + setLater.length > 0;
  if (!isAbout && !isDynamicLater && !isUncertain) return nothing;
  return { names, variables, callbacks, setLater, setsAnyLater: isDynamicLater, isUncertain };
}

/** The problems with the names of a cell. */
export function findNames(
  open: OpenNames,
  { uses, global, setBy, texts, endsLater }: CellReading,
  known: KnownNames,
): PreflightFinding[] {
  const missing = new Set(known.missing);
  const missingVariables = new Set(known.missingVariables);
  const called = new Set(uses.filter(isFromOutside).map(({ name }) => name));
  const names = [...global.names, ...known.names];
  const surest = ({ sure, scope: { owner } }: NameUse): Sureness => {
    if (known.setsAnyLater || (owner !== undefined && !called.has(owner))) return sureness.guarded;
    return known.isUncertain || endsLater ? atMost(sure, sureness.possible) : sure;
  };
  const note = (
    code: 'unknown_name' | 'final_var_missing',
    use: NameUse,
  ): readonly PreflightFinding[] => {
    if (known.isUncertain && texts.has(use.name)) return [];
    const sure = surest(use);
    const near = nearest(use.name, names);
    if (sure === sureness.guarded && near === undefined) return [];
    const isCertain = sure === sureness.certain;
    return [{ code, ...place(use), isCertain, near }];
  };
  const unset = open.unset.filter(({ name }) => missing.has(name));
  const sets = [...setBy.keys()].filter((name) => name.length <= maxNameChars).slice(0, 20);
  const early = known.setsAnyLater ? [] : open.early.filter(({ name }) => missing.has(name));
  const variables = open.finalVars.filter(({ name }) => missingVariables.has(name));
  return [
    ...unset.flatMap((use) => note('unknown_name', use)),
    ...variables.flatMap((use) =>
      note('final_var_missing', use).map((finding) => ({ ...finding, sets })),
    ),
    ...early.map((use): PreflightFinding => {
      const given = setBy.get(use.name) ?? 0;
      return { code: 'name_set_later', ...place(use), isCertain: false, given };
    }),
  ];
}

/** Calls with more or fewer arguments than their functions take. */
export function findArities(
  { calls, assigned }: CellReading,
  arities: Readonly<Record<string, Arity>>,
): PreflightFinding[] {
  const replaced = new Set(assigned.map(({ name }) => name));
  return calls.flatMap((call): PreflightFinding[] => {
    const { name, scope, given } = call;
    const arity = Object.hasOwn(arities, name) ? arities[name] : undefined;
    if (arity === undefined || replaced.has(name) || isDeclared(name, scope)) return [];
    const [least, most] = arity;
    if (given >= least && given <= (most ?? Infinity)) return [];
    return [{ code: 'wrong_arity', ...place(call), given, isCertain: false }];
  });
}

/** The place of a finding; the index in the source becomes a line later. */
function place({ name, at }: NameUse): { readonly name: string; readonly line: number } {
  return { name: name.slice(0, maxNameChars), line: at };
}

function isFromOutside({ name, scope }: NameUse): boolean {
  return scope.owner !== name;
}

/** The name that is spelled most like another; of short names only those that differ in case, or by two letters swapped. */
function nearest(wanted: string, names: readonly string[]): string | undefined {
  let best: string | undefined;
  let least = wanted.length > 3 ? Math.max(1, Math.floor(wanted.length / 4)) + 1 : 1;
  for (const name of names) {
    if (name === wanted || Math.abs(name.length - wanted.length) >= 3) continue;
    const distance = nameDistance(wanted, name);
    if (distance >= least) continue;
    least = distance;
    best = name;
  }
  return best;
}

function unique(list: readonly { readonly name: string }[]): string[] {
  return [...new Set(list.map(({ name }) => name))];
}
