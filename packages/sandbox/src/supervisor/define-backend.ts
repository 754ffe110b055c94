import {
  awaitHook,
  loadOnce,
  mismatch,
  refuseOption,
  requireWebCrypto,
} from '@rlm/repl-types/internal';

import type { SandboxBackend, SessionOptions } from '../contract/session.js';
import type { EngineRecipe } from '../contract/engine.js';
import { buildOf, verifySnapshot } from './recovery/snapshot.js';
import { confirmIsolation, isIsolation } from './isolation.js';
import { verifyLog } from './log/read-replay-log.js';
import { SupervisedSession } from './session/session.js';
import { resolveSessionOptions, type ResolvedOptions } from './options/session-options.js';

/** Loaded for sessions with files, or from a log. */
const filing = /* @__PURE__ */ loadOnce(() => import('./options/session-files.js'));

/**
 * Makes a backend of an engine: everything that must not differ between backends (serial execution, time,
 * budgets, host calls, FINAL, output, recovery, replay, use after close) is added here.
 *
 * @example
 * export const quickjs = (options: QuickJSOptions = {}): SandboxBackend => defineBackend(quickjsRecipe(options));
 */
export function defineBackend(recipe: EngineRecipe): SandboxBackend {
  const backend: SandboxBackend = {
    name: recipe.name,
    language: recipe.language,
    get isolation() {
      return recipe.isolation;
    },
    capabilities: Object.freeze({ files: false, ...recipe.capabilities, handover: true }),
    ...(recipe.textMemory && { textMemory: recipe.textMemory }),
    instructions: () => recipe.instructions(),
    ...(recipe.build && { build: () => buildOf(recipe) }),
    probe: async () => {
      try {
        requireWebCrypto();
      } catch (error) {
        return { ok: false, reason: (error as Error).message };
      }
      return awaitHook(() => recipe.probe());
    },
    open: async (options = {}) => {
      requireWebCrypto();
      const required = (options as { readonly require?: unknown } | null)?.require;
      if (isIsolation(required)) await confirmIsolation(recipe, required);
      return openSession(recipe, resolveSessionOptions(recipe, options, systemNow), options);
    },
  };
  return Object.freeze(backend);
}

async function openSession(
  recipe: EngineRecipe,
  options: ResolvedOptions,
  { replay: log, files: texts = [] }: SessionOptions,
): Promise<SupervisedSession> {
  const { abortSignal, snapshot } = options;
  abortSignal?.throwIfAborted();
  if (snapshot !== undefined) await verifySnapshot(recipe, snapshot, options.limits.memoryBytes);
  if (log !== undefined && log.backend !== recipe.name) {
    throw refuseOption(mismatch('replay', `a log of ${recipe.name}`, `one of ${log.backend}`));
  }
  const replay =
    log === undefined ? undefined : (await filing()).withFiles(await verifyLog(log), texts);
  const reads = recipe.capabilities.files === true && texts.length > 0;
  const files = reads ? await (await filing()).openFiles(texts) : [];
  return SupervisedSession.open(recipe, { ...options, replay, files });
}

/** The one clock that is not passed in: the time of `new Date()`. */
function systemNow(): number {
  return new Date().getTime();
}
