import { askHook, awaitHook, requireWebCrypto } from '@rlm/repl-types/internal';

import type { SandboxBackend, SessionOptions } from '../contract/session.js';
import type { EngineRecipe } from '../contract/engine.js';
import { confirmIsolation, isIsolation } from './isolation.js';
import { openSession } from './open-session.js';
import { buildOf } from './recovery/build-of.js';
import { resolveSessionOptions } from './options/session-options.js';

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
    get isolation() {
      return recipe.isolation;
    },
    capabilities: Object.freeze({ files: false, ...recipe.capabilities, handover: true }),
    textMemory: recipe.textMemory,
    instructions: () => recipe.instructions(),
    build: recipe.build && (() => buildOf(recipe)),
    probe: async () => {
      try {
        requireWebCrypto();
      } catch (error) {
        return { ok: false, reason: (error as Error).message };
      }
      return awaitHook(() => recipe.probe());
    },
    open: async (options: SessionOptions = {}) => {
      requireWebCrypto();
      const required = (options as { readonly require?: unknown } | null)?.require;
      if (isIsolation(required)) await confirmIsolation(recipe, required);
      // The one clock that is not passed in.
      const now = (): number => new Date().getTime();
      const resolved = resolveSessionOptions(recipe, options, now);
      const { onPlace } = options;
      if (onPlace !== undefined) {
        await awaitHook(() => recipe.find?.(resolved.limits));
        askHook('onPlace()', onPlace);
      }
      return openSession(recipe, resolved, options);
    },
  });
}
