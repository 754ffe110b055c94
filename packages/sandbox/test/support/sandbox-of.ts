import { createSandbox, type SandboxBackend } from '../../src/index.js';
import { childrenOf } from '../../src/process/old/children-of.js';
import type { EngineRecipe } from '../../src/process/old/engine.js';

/** The sandbox whose children are the engines of a recipe. */
export const sandboxOf = (recipe: EngineRecipe): SandboxBackend =>
  createSandbox(childrenOf(recipe));
