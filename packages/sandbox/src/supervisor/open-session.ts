import { loadOnce, mismatch, refuseOption } from '@rlm/repl-types/internal';

import type { SessionOptions } from '../contract/session.js';
import type { EngineRecipe } from '../contract/engine.js';
import { verifySnapshot } from './recovery/snapshot.js';
import { verifyLog } from './log/read-replay-log.js';
import { SupervisedSession } from './session/session.js';
import type { ResolvedOptions } from './options/session-options.js';

/** Loaded for sessions with files, or from a log. */
const filing = /* @__PURE__ */ loadOnce(() => import('./options/session-files.js'));

/** Opens a session with options that were checked. */
export async function openSession(
  recipe: EngineRecipe,
  options: ResolvedOptions,
  { replay: log, files: texts = [] }: SessionOptions,
): Promise<SupervisedSession> {
  const { abortSignal, snapshot } = options;
  abortSignal?.throwIfAborted();
  if (snapshot !== undefined) await verifySnapshot(recipe, snapshot, options.limits.memoryBytes);
  let replay: ResolvedOptions['replay'];
  if (log !== undefined) {
    if (log.backend !== recipe.name) {
      throw refuseOption(mismatch('replay', `a log of ${recipe.name}`, `one of ${log.backend}`));
    }
    replay = (await filing()).withFiles(await verifyLog(log), texts);
  }
  const reads = recipe.capabilities.files === true && texts.length > 0;
  return SupervisedSession.open(recipe, {
    ...options,
    replay,
    files: reads ? await (await filing()).openFiles(texts) : [],
  });
}
