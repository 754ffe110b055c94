import { awaitHook } from '@rlm/repl-types/internal';

import type { EngineRecipe } from '../../contract/engine.js';

/** The `build` of a recipe's snapshots. */
export async function buildOf(recipe: EngineRecipe): Promise<string> {
  return (await awaitHook(() => recipe.build?.())) ?? '';
}
