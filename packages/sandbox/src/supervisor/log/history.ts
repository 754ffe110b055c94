import type { SessionState } from '@rlm/repl-types/internal';

import { boundedBytes, lastSets, maxLogBytes, textBytes } from './log-size.js';
import type { SessionSnapshot } from '../../contract/session.js';
import type { Entry, RecordedCell, RecordedSet } from './entry.js';

/** A snapshot with the point of the log at which it was taken. */
export interface Checkpoint {
  readonly bytes: Uint8Array;
  readonly position: number;
}

/** The guest that a cell left behind: whole, possibly with half-done state, or none. */
export type CellTrace = 'whole' | 'stopped' | 'none';

/** What a cell left behind, in the guest and in the log. */
export interface CellRemains {
  readonly trace: CellTrace;
  /** Whether its record has all answers that it got. */
  readonly isWhole: boolean;
}

const wholeRemains: CellRemains = { trace: 'whole', isWhole: true };

/** The state that was known before a stopped cell. */
interface Before {
  readonly cell: number;
  readonly checkpoint: Checkpoint | undefined;
  readonly unsavedMs: number;
  /** Whether it is still enough to go back to there. */
  isWhole: boolean;
}

/** Text of cells that are in no snapshot, in bytes, from which a snapshot is worth its price. */
const checkpointFromBytes = 16 * 1024 * 1024;

/**
 * The history of a session, with its last snapshot: everything that recovery needs. The text of cells, of results of host
 * calls, and of values that the host has replaced is limited. Beyond {@link maxLogBytes}, entries that a snapshot covers
 * are forgotten. Without a snapshot, cells cannot be replayed any more.
 */
export class History {
  #entries: Entry[] = [];
  #checkpoint: Checkpoint | undefined;
  /** Guest time since the last checkpoint, in milliseconds: the cost of a replay. */
  #unsavedMs = 0;
  #bytes = 0;
  #isWhole = true;
  #isReplayable = true;
  #firstCell = 1;
  #nextCell = 1;
  /** The last cell, if it was stopped and its effect is in the guest's state; `gone` if its guest went with it. */
  #stopped: Before | 'gone' | undefined;

  /** The number of the cell that comes next, from 1. */
  get nextCell(): number {
    return this.#nextCell;
  }

  get checkpoint(): Checkpoint | undefined {
    return this.#checkpoint;
  }

  /** Whether anything has happened. */
  get isEmpty(): boolean {
    return this.#entries.length === 0 && this.#isWhole;
  }

  /** Goes on from a snapshot, in which some cells have run. */
  begin({ bytes, cells }: Pick<SessionSnapshot, 'bytes' | 'cells'>): void {
    this.#firstCell = this.#nextCell = cells + 1;
    this.save(bytes);
  }

  /**
   * Adds an entry.
   *
   * @param left What a cell left: a `trace` (a cell that left nothing passes its number to the next), and whether its
   *   record `isWhole`. Default: both whole.
   */
  add(entry: Entry, guestMs = 0, { trace, isWhole }: CellRemains = wholeRemains): void {
    if (entry.type === 'cell') {
      this.#stopped = trace === 'stopped' ? this.#before(entry) : undefined;
      if (trace === 'none') this.#stopped = 'gone';
      else this.#nextCell = entry.cell + 1;
    }
    this.#unsavedMs += guestMs;
    if (entry.type === 'cell' && !this.#isReplayable) return;
    this.#bytes += this.#costOf(entry);
    this.#entries.push(entry);
    if (!isWhole) this.#addUnkept(entry);
    if (this.#bytes > maxLogBytes) this.#forgetWhatIsSaved();
  }

  /** There is no replay any more, if it needs what the record lacks. */
  #addUnkept(entry: Entry): void {
    this.#isWhole = false;
    if (entry.type === 'cell' && entry.isReplayable) this.#giveUpReplay();
  }

  /** Stores a snapshot of the state that the log describes, or of the state before its entry `position`. */
  save(bytes: Uint8Array, position: number = this.#entries.length): void {
    this.#checkpoint = { bytes, position };
    this.#unsavedMs = 0;
    this.#isReplayable = true;
    if (!this.#isWhole) this.#forgetWhatIsSaved();
  }

  /** Entries that are not in the checkpoint. */
  unsaved(): readonly Entry[] {
    return this.#entries.slice(this.#checkpoint?.position ?? 0);
  }

  /** Whether the last cell was stopped, and is in no state of the guest any more. */
  get isUndone(): boolean {
    return this.#stopped === 'gone';
  }

  /**
   * Goes back to before the last cell, which was stopped and is left out of a replay anyway. {@link History.plan} says
   * how far that can be done. False if there is nothing to take back.
   */
  undo(): boolean {
    const before = this.#stopped;
    if (before === undefined || before === 'gone') return false;
    this.#stopped = 'gone';
    this.#nextCell = before.cell;
    this.#checkpoint = before.isWhole ? before.checkpoint : undefined;
    this.#unsavedMs = before.unsavedMs;
    this.#isReplayable = before.isWhole;
    return true;
  }

  /** What recovery will make of the variables. */
  plan(): SessionState {
    if (!this.#isReplayable) return 'lost';
    const isReplayed = this.unsaved().some((entry) => entry.type === 'set' || entry.isReplayable);
    return isReplayed ? 'replayed' : 'restored';
  }

  /**
   * Whether to take a snapshot now: if a replay would cost more, or could not reproduce the state (a cell was stopped
   * midway).
   */
  wantsCheckpoint(wasStopped: boolean): boolean {
    if (wasStopped || !this.#isReplayable || this.#unsavedMs > 1_000) return true;
    return this.#bytes > checkpointFromBytes && boundedBytes(this.unsaved()) > checkpointFromBytes;
  }

  /** The last assignment of each name by the host. */
  sets(): readonly RecordedSet[] {
    return lastSets(this.#entries);
  }

  /** Forgets cells, keeps the host's assignments: the variables are lost. */
  forgetCells(): void {
    this.#entries = [...this.sets()];
    this.#checkpoint = undefined;
    this.#unsavedMs = 0;
    this.#bytes = 0;
    this.#isWhole = true;
    this.#isReplayable = true;
    this.#nextCell = this.#firstCell;
  }

  /** The session is closed: keeps nothing. */
  close(): void {
    this.#checkpoint = undefined;
    this.#stopped = undefined;
    this.#entries = [];
  }

  #before({ cell }: RecordedCell): Before {
    return {
      cell,
      checkpoint: this.#checkpoint,
      unsavedMs: this.#unsavedMs,
      isWhole: this.#isReplayable,
    };
  }

  /** How much an entry adds to the limited bytes. The host's latest values belong to the host. */
  #costOf(entry: Entry): number {
    if (entry.type === 'cell') return textBytes(entry);
    const before = this.#entries.findLast(
      (other): other is RecordedSet => other.type === 'set' && other.name === entry.name,
    );
    return before === undefined ? 0 : textBytes(before);
  }

  #forgetWhatIsSaved(): void {
    this.#isWhole = false;
    if (typeof this.#stopped === 'object') this.#stopped.isWhole = false;
    const saved = lastSets(this.#entries.slice(0, this.#checkpoint?.position ?? 0));
    const unsaved = this.unsaved();
    if (boundedBytes(unsaved) > maxLogBytes) {
      this.#giveUpReplay();
      return;
    }
    this.#entries = [...saved, ...unsaved];
    this.#bytes = boundedBytes(unsaved);
    if (this.#checkpoint !== undefined) {
      this.#checkpoint = { ...this.#checkpoint, position: saved.length };
    }
  }

  #giveUpReplay(): void {
    this.#isReplayable = false;
    this.#checkpoint = undefined;
    this.#entries = [...this.sets()];
    this.#bytes = 0;
  }
}
