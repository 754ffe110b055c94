import type { SandboxBackend } from '../contract/session.js';
import type { EngineRecipe } from '../contract/engine.js';
import { makeBackend } from './make-backend.js';
import { openSession } from './open-session.js';

/**
 * Makes a backend of an engine: everything that must not differ between backends (serial execution, time,
 * budgets, host calls, FINAL, output, recovery, replay, use after close) is added here.
 *
 * @example
 * export const quickjs = (options: QuickJSOptions = {}): SandboxBackend => defineBackend(quickjsRecipe(options));
 */
export function defineBackend(recipe: EngineRecipe): SandboxBackend {
  return makeBackend(recipe, openSession);
}
