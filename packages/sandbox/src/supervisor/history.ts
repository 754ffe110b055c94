import type { RecordedCell, RecordedSet, ReplayLog } from './replay-log.js';

/** An image with the point of the log at which it was taken. */
export interface Checkpoint {
  readonly bytes: Uint8Array;
  readonly position: number;
}

/** What happened in a session, and the last image of it: all that recovery needs. */
export class History {
  readonly entries: (RecordedSet | RecordedCell)[] = [];
  checkpoint: Checkpoint | undefined;
  /** Guest time since the last checkpoint, in milliseconds: what a replay would cost. */
  #unsavedMs = 0;

  /** The number of the cell that comes next, from 1. */
  nextCell = 1;

  add(entry: RecordedSet | RecordedCell, guestMs = 0): void {
    this.entries.push(entry);
    this.#unsavedMs += guestMs;
    if (entry.type === 'cell') this.nextCell = entry.cell + 1;
  }

  save(bytes: Uint8Array): void {
    this.checkpoint = { bytes, position: this.entries.length };
    this.#unsavedMs = 0;
  }

  /** All that happened, as data. */
  toLog(backend: string, seed: string): ReplayLog {
    return Object.freeze({
      version: 1,
      backend,
      seed,
      entries: Object.freeze([...this.entries]),
    });
  }

  /** Entries that are not in the checkpoint. */
  unsaved(): readonly (RecordedSet | RecordedCell)[] {
    return this.entries.slice(this.checkpoint?.position ?? 0);
  }

  /**
   * Whether an image should be taken now: when a replay would cost more than an image, or could not tell (a
   * cell was stopped midway).
   */
  wantsCheckpoint(wasStopped: boolean): boolean {
    return wasStopped || this.#unsavedMs > 1_000;
  }

  /** Forgets cells, keeps the host's assignments (the last of each name): the variables are lost. */
  forgetCells(): readonly RecordedSet[] {
    const sets = new Map<string, RecordedSet>();
    for (const entry of this.entries) {
      if (entry.type === 'set') sets.set(entry.name, entry);
    }
    this.entries.length = 0;
    this.checkpoint = undefined;
    this.#unsavedMs = 0;
    this.entries.push(...sets.values());
    return [...sets.values()];
  }
}
