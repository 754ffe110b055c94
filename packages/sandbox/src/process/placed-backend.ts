import type { SandboxBackend } from '../contract/session.js';
import { makeBackend, type OpenSession } from '../supervisor/make-backend.js';
import type { PlacedRecipe } from './with-process.js';

/**
 * Makes a backend of an engine that may run in child processes.
 *
 * @param load Loads most of the code for sessions, while the first process starts, which takes longer.
 */
export function placedBackend(
  recipe: PlacedRecipe,
  load: () => Promise<{ readonly openSession: OpenSession }>,
): SandboxBackend {
  return makeBackend(recipe, async (...args) => {
    const [, { abortSignal, snapshot }] = args;
    abortSignal?.throwIfAborted();
    // A snapshot may be refused first.
    if (snapshot === undefined) recipe.prepare?.(abortSignal);
    return (await load()).openSession(...args);
  });
}
