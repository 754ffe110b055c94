import type { SandboxBackend } from '../contract/session.js';
import { defineBackend } from '../supervisor/define-backend.js';
import type { MontyOptions } from './options.js';
import { createMontyRecipe } from './recipe.js';

/**
 * A small and fast subset of Python, interpreted by Monty's worker (Rust, no system calls for guest code) in its own
 * process with an empty environment. Starts in a few milliseconds. `instructions()` tells the model what the subset
 * lacks. Needs the optional peer dependency `@pydantic/monty-linux-x64-gnu` (x86-64 Linux, glibc).
 *
 * @example
 * const session = await monty().open({ functions: { llm_query: async (prompt: string) => prompt } });
 */
export function monty(options: MontyOptions = {}): SandboxBackend {
  return defineBackend(createMontyRecipe(options));
}

// Types that the signatures above use.
export type { MontyOptions } from './options.js';
