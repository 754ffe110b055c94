import { SandboxError } from '../contract/errors.js';
import type { SandboxBackend, SessionOptions } from '../contract/session.js';
import type { EngineRecipe } from './engine.js';
import { verifyImage } from './image.js';
import { startGuest } from './rebuild.js';
import { SupervisedSession } from './session.js';
import { resolveSessionOptions, type ResolvedOptions } from './session-options.js';

/** A backend whose sessions are supervised; what the pool and the tests reach for. */
interface SupervisedBackend extends SandboxBackend {
  open(options?: SessionOptions): Promise<SupervisedSession>;
}

/**
 * Makes a backend of an engine: everything that must not differ between backends (serial execution, time,
 * budgets, host calls, FINAL, output, recovery, replay, use after close) is added here.
 *
 * @example
 * export const quickjs = (options: QuickJSOptions = {}): SandboxBackend => defineBackend(quickjsRecipe(options));
 */
export function defineBackend(recipe: EngineRecipe): SandboxBackend {
  const backend: SupervisedBackend = {
    name: recipe.name,
    language: recipe.language,
    isolation: recipe.isolation,
    capabilities: Object.freeze({ ...recipe.capabilities }),
    instructions: () => recipe.instructions(),
    probe: () => recipe.probe(),
    open: async (options = {}) =>
      openSession(recipe, resolveSessionOptions(recipe, options, systemNow)),
  };
  return Object.freeze(backend);
}

async function openSession(
  recipe: EngineRecipe,
  options: ResolvedOptions,
): Promise<SupervisedSession> {
  const { abortSignal, image, replay: log } = options;
  abortSignal?.throwIfAborted();
  if (image !== undefined) await verifyImage(recipe, image);
  if (log !== undefined && log.backend !== recipe.name) {
    throw new SandboxError('invalid_option', `the log is of ${log.backend}, not of ${recipe.name}`);
  }
  const guest = await startGuest(recipe, options, image?.bytes);
  const session = new SupervisedSession(recipe, options, guest);
  session.closeWith(abortSignal);
  try {
    abortSignal?.throwIfAborted();
    if (log !== undefined) await session.rebuild(log);
    return session;
  } catch (error) {
    await session.close();
    throw error;
  }
}

/** The one clock that nobody needs to pass in: what `new Date()` shows. */
function systemNow(): number {
  return new Date().getTime();
}
