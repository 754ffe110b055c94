import type { SessionState } from '@rlm/repl-types';

import { assign } from './assign.js';
import type { EngineRecipe } from './engine.js';
import type { Guest } from './guest.js';
import type { History } from './history.js';
import { takeImage } from './image.js';
import { replay, startGuest } from './rebuild.js';
import type { ResolvedOptions } from './session-options.js';

/**
 * The largest image that is taken of a session's own accord: a larger one would double what guest and host take; replay
 * brings such a guest back.
 */
const mostCheckpointBytes = 64 * 1024 * 1024;

/** Takes an image for recovery. Rejects where there is none to take, which only makes recovery dearer. */
export async function saveCheckpoint(
  recipe: EngineRecipe,
  guest: Guest,
  history: History,
): Promise<void> {
  history.save(await takeImage(recipe, guest, mostCheckpointBytes));
}

/** A guest in place of one that is gone; none where not even a fresh one starts. */
export interface Recovered {
  readonly guest: Guest | undefined;
  readonly state: SessionState;
}

/** Gets a new guest to where the old one was: from the image, by replay, or at least with the host's values. */
export async function bringBack(
  recipe: EngineRecipe,
  options: ResolvedOptions,
  history: History,
): Promise<Recovered> {
  const unsaved = history.unsaved();
  let guest: Guest | undefined;
  try {
    guest = await startGuest(recipe, options, history.checkpoint?.bytes);
    await replay(recipe, options, guest, unsaved);
    const hasReplayed = unsaved.some((entry) => entry.type === 'set' || entry.isReplayable);
    return { guest, state: hasReplayed ? 'replayed' : 'restored' };
  } catch {
    await guest?.kill();
    return { guest: await startAnew(recipe, options, history), state: 'lost' };
  }
}

async function startAnew(
  recipe: EngineRecipe,
  options: ResolvedOptions,
  history: History,
): Promise<Guest | undefined> {
  let guest: Guest | undefined;
  try {
    const image = options.image?.bytes;
    guest = await startGuest(recipe, options, image);
    for (const entry of history.forgetCells()) await assign(guest, entry);
    if (image !== undefined) history.save(image);
    return guest;
  } catch {
    await guest?.kill();
    return undefined;
  }
}
