import { RlmError } from '@rlm/repl-types';

import type { SandboxBackend } from '../contract/session.js';
import type { EngineRecipe } from './engine.js';

/**
 * Makes a backend of an engine: everything that must not differ between backends (serial execution, time,
 * budgets, host calls, FINAL, output, recovery, replay, use after close) is added here.
 *
 * @example
 * export const quickjs = (options: QuickJSOptions = {}): SandboxBackend => defineBackend(quickjsRecipe(options));
 */
export function defineBackend(recipe: EngineRecipe): SandboxBackend {
  return Object.freeze({
    name: recipe.name,
    language: recipe.language,
    isolation: recipe.isolation,
    capabilities: Object.freeze({ ...recipe.capabilities }),
    instructions: () => recipe.instructions(),
    probe: () => recipe.probe(),
    open: () =>
      Promise.reject(new RlmError('the supervisor is not written yet', { code: 'sandbox_failed' })),
  });
}
