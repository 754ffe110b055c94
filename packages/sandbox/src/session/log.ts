import type { FinalSignal } from '@rlm/repl-types';
import type { ExecutionOutcome, SessionState } from '@rlm/repl-types/internal';

import type { GuestError } from '../contract/frames.js';
import type { LongText } from '../contract/long-text.js';
import type { SessionSnapshot } from '../contract/session.js';

/** A host call of a cell with its answer, or the final that ended its cell. */
export interface RecordedCall {
  readonly name: string;
  /** The key of the arguments' JSON text; see {@link keyOf}. */
  readonly args: string;
  readonly outcome:
    | { readonly json: string }
    | { readonly error: GuestError }
    | { readonly final: FinalSignal };
}

/** One assignment by the host. */
export interface RecordedSet {
  readonly type: 'set';
  readonly name: string;
  /** The value: a string as it is, a text in a file by the file, anything else as JSON text. */
  readonly value:
    | { readonly text: string }
    | { readonly json: string }
    | { readonly file: LongText };
  /** Present if the host said whether cells can lose the variable. */
  readonly isReserved?: boolean | undefined;
}

/** One cell that ran. */
export interface RecordedCell {
  readonly type: 'cell';
  readonly cell: number;
  readonly code: string;
  readonly nowMs: number;
  readonly outcome: ExecutionOutcome;
  /** The key of the printed output; see {@link keyOf}. */
  readonly output: string;
  /** Host calls whose answers the code got, in the order in which it did; undefined if they took too much to be kept. */
  readonly calls: readonly RecordedCall[] | undefined;
  /** False if the cell was stopped from outside: a deadline is not deterministic, so the cell is not run again. */
  readonly isReplayable: boolean;
}

/** An entry of a session's log: enough to rebuild the session without asking a model again. */
export type Entry = RecordedSet | RecordedCell;

/** A snapshot with the point of the log at which it was taken. */
interface Checkpoint {
  readonly bytes: Uint8Array;
  readonly position: number;
}

/** What a cell left behind: a whole child, one with half-done state, or none. */
export type CellTrace = 'whole' | 'stopped' | 'none';

/** The state that was known before a stopped cell. */
interface Before {
  readonly cell: number;
  readonly checkpoint: Checkpoint | undefined;
  readonly unsavedMs: number;
  /** Whether it is still enough to go back to there. */
  isWhole: boolean;
}

/**
 * Most text that a log keeps, in bytes: room for a long run's cells and answers, and little beside the memory of
 * a child. The last value that the host set for each name is not counted.
 */
export const maxLogBytes: number = 64 * 1024 * 1024;

/** Text of cells that are in no snapshot, in bytes, from which a snapshot is worth its price. */
const checkpointFromBytes = 16 * 1024 * 1024;

/** Time of cells that are in no snapshot, in milliseconds, from which a snapshot is worth its price. */
const checkpointFromMs = 1_000;

/** What an entry, or a call, takes besides its text: in memory, and in the time to check it. */
const objectBytes = 1_024;

/**
 * The cells of a session and the values that were set, with the last snapshot: everything that recovery needs. Beyond
 * {@link maxLogBytes}, entries that a snapshot covers are forgotten. Without a snapshot, the cells cannot run again any more.
 */
export class Log {
  #entries: Entry[] = [];
  #checkpoint: Checkpoint | undefined;
  /** Time of cells since the last snapshot, in milliseconds: what running them again costs. */
  #unsavedMs = 0;
  #bytes = 0;
  #isWhole = true;
  #isReplayable = true;
  #firstCell = 1;
  #nextCell = 1;
  /** The last cell, if it was stopped and its effect is in the child's state; `gone` if its child went with it. */
  #stopped: Before | 'gone' | undefined;

  /** The number of the cell that comes next, from 1. */
  get nextCell(): number {
    return this.#nextCell;
  }

  /** The last snapshot. */
  get snapshot(): Uint8Array | undefined {
    return this.#checkpoint?.bytes;
  }

  /** Goes on from a snapshot, in which some cells have run. */
  begin({ bytes, cells }: Pick<SessionSnapshot, 'bytes' | 'cells'>): void {
    this.#firstCell = this.#nextCell = cells + 1;
    this.save(bytes);
  }

  /** Adds an assignment. */
  addSet(entry: RecordedSet): void {
    const before = this.sets().find(({ name }) => name === entry.name);
    // The latest values belong to the host, and are not counted.
    if (before !== undefined) this.#bytes += entryBytes(before);
    this.#entries.push(entry);
    this.#bound();
  }

  /** Adds a cell that ran for `guestMs`. One that left nothing passes its number to the next. */
  addCell(entry: RecordedCell, guestMs: number, trace: CellTrace): void {
    this.#stopped = trace === 'stopped' ? this.#before(entry) : undefined;
    if (trace === 'none') this.#stopped = 'gone';
    else this.#nextCell = entry.cell + 1;
    this.#unsavedMs += guestMs;
    if (!this.#isReplayable) return;
    this.#bytes += entryBytes(entry);
    this.#entries.push(entry);
    if (entry.calls === undefined) {
      this.#isWhole = false;
      if (entry.isReplayable) this.#giveUpReplay();
    }
    this.#bound();
  }

  /** Stores a snapshot of the state that the log describes, or of the state before its entry `position`. */
  save(bytes: Uint8Array, position: number = this.#entries.length): void {
    this.#checkpoint = { bytes, position };
    this.#unsavedMs = 0;
    this.#isReplayable = true;
    if (!this.#isWhole) this.#forgetWhatIsSaved();
  }

  /** Entries that are not in the snapshot. */
  unsaved(): readonly Entry[] {
    return this.#entries.slice(this.#checkpoint?.position ?? 0);
  }

  /** Whether the last cell was stopped, and is in no state of the child any more. */
  get isUndone(): boolean {
    return this.#stopped === 'gone';
  }

  /**
   * Goes back to before the last cell, which was stopped and would not run again anyway. {@link Log.plan} says
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
    const runsAgain = this.unsaved().some((entry) => entry.type === 'set' || entry.isReplayable);
    return runsAgain ? 'replayed' : 'restored';
  }

  /**
   * Whether to take a snapshot now: if running the cells again would cost more, or could not reproduce the state (a cell was
   * stopped midway).
   */
  wantsSnapshot(wasStopped: boolean): boolean {
    if (wasStopped || !this.#isReplayable || this.#unsavedMs > checkpointFromMs) return true;
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

  #bound(): void {
    if (this.#bytes > maxLogBytes) this.#forgetWhatIsSaved();
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

/** The last assignment of each name. */
function lastSets(entries: readonly Entry[]): readonly RecordedSet[] {
  const sets = new Map<string, RecordedSet>();
  for (const entry of entries) if (entry.type === 'set') sets.set(entry.name, entry);
  return [...sets.values()];
}

/** The bytes of entries that {@link maxLogBytes} bounds. */
function boundedBytes(entries: readonly Entry[]): number {
  const last = new Set<Entry>(lastSets(entries));
  return entries.reduce((sum, entry) => sum + (last.has(entry) ? 0 : entryBytes(entry)), 0);
}

/** Roughly, the memory of an entry: two bytes for each character. */
function entryBytes(entry: Entry): number {
  if (entry.type === 'set') {
    const { value } = entry;
    if ('file' in value) return objectBytes;
    return objectBytes + 2 * ('text' in value ? value.text : value.json).length;
  }
  const calls = (entry.calls ?? []).reduce((sum, call) => sum + callBytes(call), 0);
  return objectBytes + 2 * (entry.code.length + entry.output.length) + calls;
}

/** Roughly, the memory of a call. */
export function callBytes({ name, args, outcome }: RecordedCall): number {
  const result =
    'json' in outcome
      ? outcome.json.length
      : 'error' in outcome
        ? outcome.error.message.length
        : JSON.stringify(outcome.final).length;
  return objectBytes + 2 * (name.length + args.length + result);
}

/** The longest text that is its own key, in characters. */
const longestKey = 512;

/**
 * What a log keeps of a text that is only compared: the text itself if it is short, else its length and 64 bits that depend
 * on every character. Who makes two texts with one key gets an answer that the cell has got already.
 */
export function keyOf(text: string): string {
  if (text.length <= longestKey) return `=${text}`;
  let [low, high] = [0x811c9dc5, 0x9e3779b9];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit, 0x85ebca6b) ^ (high >>> 15);
  }
  return `${text.length}:${low >>> 0}:${high >>> 0}`;
}
