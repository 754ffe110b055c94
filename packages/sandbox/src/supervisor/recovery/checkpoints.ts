import type { WholeBackend } from '../create-sandbox.js';
import type { Guest } from '../guest/guest.js';
import { startCallTime } from '../guest/call-time.js';
import type { History } from '../log/history.js';
import { takeSnapshot } from './snapshot.js';

/**
 * The largest snapshot that a session takes automatically. A larger one would double the memory of guest and host; replay
 * brings such a guest back.
 */
const maxBytes = 64 * 1024 * 1024;

/**
 * How long such a snapshot may take, in milliseconds: some hundred times what 64 MB need. A guest that takes longer has
 * no good reason, and is given up.
 */
const maxMs = 4_000;

/** Snapshots that a session takes after its results, to restore its guest from. */
export class Checkpoints {
  readonly #recipe: WholeBackend;
  readonly #history: History;
  #saving: Promise<void> = Promise.resolve();

  constructor(recipe: WholeBackend, history: History) {
    this.#recipe = recipe;
    this.#history = history;
  }

  /** Resolves when no snapshot is being taken. */
  get settled(): Promise<void> {
    return this.#saving;
  }

  /**
   * Takes a snapshot if it is worth its price. The next call waits for it, and replaces a guest that does not provide it
   * in time.
   */
  take(guest: Guest, wasStopped: boolean): void {
    if (!this.#recipe.capabilities.snapshot || !this.#history.wantsCheckpoint(wasStopped)) return;
    // Without a snapshot recovery is dearer, no more: one may be refused for its size, or the guest be gone.
    this.#saving = this.#save(guest).catch(() => undefined);
  }

  async #save(guest: Guest): Promise<void> {
    const time = startCallTime(maxMs, undefined);
    try {
      this.#history.save(await takeSnapshot(this.#recipe, guest, maxBytes, time));
    } finally {
      time.end();
    }
  }
}
