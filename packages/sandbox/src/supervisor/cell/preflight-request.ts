import type { EngineRecipe } from '../../contract/engine.js';
import type { PreflightRequest } from '../../contract/preflight.js';

/** Asks for a look at a cell, if the backend can look and it is wanted. */
export function preflightOf(
  { capabilities }: Pick<EngineRecipe, 'capabilities'>,
  isWanted: boolean,
): PreflightRequest | undefined {
  return capabilities.preflight === true && isWanted ? {} : undefined;
}
