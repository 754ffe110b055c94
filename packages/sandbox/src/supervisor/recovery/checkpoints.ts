import type { EngineRecipe } from '../../contract/engine.js';
import type { Guest } from '../guest/guest.js';
import { startCallTime } from '../guest/call-time.js';
import type { History } from '../log/history.js';
import { takeImage } from './image.js';

/**
 * The largest image that a session takes automatically. A larger one would double the memory of guest and host; replay
 * brings such a guest back.
 */
const mostBytes = 64 * 1024 * 1024;

/**
 * How long such an image may take, in milliseconds: some hundred times what 64 MB need. A guest that takes longer has
 * no good reason, and is given up.
 */
const mostMs = 4_000;

/** Images that a session takes after its results, to restore its guest from. */
export class Checkpoints {
  readonly #recipe: EngineRecipe;
  readonly #history: History;
  #saving: Promise<void> = Promise.resolve();

  constructor(recipe: EngineRecipe, history: History) {
    this.#recipe = recipe;
    this.#history = history;
  }

  /** Resolves when no image is being taken. */
  get settled(): Promise<void> {
    return this.#saving;
  }

  /**
   * Takes an image if it is worth its price. The next call waits for it, and replaces a guest that does not provide it
   * in time.
   */
  take(guest: Guest, wasStopped: boolean): void {
    if (!this.#recipe.capabilities.snapshot || !this.#history.wantsCheckpoint(wasStopped)) return;
    // Without an image recovery is dearer, no more: one may be refused for its size, or the guest be gone.
    this.#saving = this.#save(guest).catch(() => undefined);
  }

  async #save(guest: Guest): Promise<void> {
    const time = startCallTime(mostMs, undefined);
    try {
      this.#history.save(await takeImage(this.#recipe, guest, mostBytes, time));
    } finally {
      time.end();
    }
  }
}
