import type { FinalDialect } from '@rlm/repl-types';

import type { EngineRecipe } from '../../contract/engine.js';
import type { Arity, PreflightRequest } from '../../contract/preflight.js';
import type { ResolvedOptions } from '../options/session-options.js';

/** How many arguments the sandbox's own functions take, by the dialect that defines them. */
const ownArities: Readonly<Record<FinalDialect, Readonly<Record<string, Arity>>>> = {
  final: { FINAL: [1, 1], FINAL_VAR: [1, 1] },
  submit: { SUBMIT: [1, null] },
  answer: {},
};

/** The preflight request for a cell; undefined if the backend cannot check cells, or the check is off. */
export function preflightOf(
  { capabilities }: Pick<EngineRecipe, 'capabilities'>,
  { functions, dialects, preflight }: Pick<ResolvedOptions, 'functions' | 'dialects' | 'preflight'>,
  isWanted: boolean = preflight,
): PreflightRequest | undefined {
  if (capabilities.preflight !== true || !isWanted) return undefined;
  const known = [...functions.values()].flatMap(({ name, arity }): [string, Arity][] =>
    arity === undefined ? [] : [[name, arity]],
  );
  const own = dialects.map((dialect) => ownArities[dialect]);
  return { arities: Object.assign({}, ...own, Object.fromEntries(known)) as Record<string, Arity> };
}
