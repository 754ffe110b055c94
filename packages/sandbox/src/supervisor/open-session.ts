import type { SessionOptions } from '../contract/session.js';
import type { WholeBackend } from './create-sandbox.js';
import { verifySnapshot } from './recovery/snapshot.js';
import { openFiles } from './options/session-files.js';
import { SupervisedSession } from './session/session.js';
import type { ResolvedOptions } from './options/session-options.js';

/** Opens a session with options that were checked. */
export async function openSession(
  recipe: WholeBackend,
  options: ResolvedOptions,
  { files: texts = [] }: SessionOptions,
): Promise<SupervisedSession> {
  const { abortSignal, snapshot } = options;
  abortSignal?.throwIfAborted();
  if (snapshot !== undefined) await verifySnapshot(recipe, snapshot, options.limits.memoryBytes);
  const reads = recipe.capabilities.files === true && texts.length > 0;
  return SupervisedSession.open(recipe, {
    ...options,
    files: reads ? await openFiles(texts) : [],
  });
}
