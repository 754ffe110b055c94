import type { FinalSignal } from '@rlm/repl-types';
import { sha256, type ExecutionOutcome, type SessionState } from '@rlm/repl-types/internal';

import type { GuestError } from '../contract/frames.js';
import type { LongText } from '../contract/long-text.js';
import type { SessionSnapshot } from '../contract/session.js';
import { nodeProcess } from './node-process.js';

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

/** One cell that ran to its end. */
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
}

/** An entry of a session's log: enough to rebuild the session without asking a model again. */
export type Entry = RecordedSet | RecordedCell;

/**
 * What became of a cell. `ran`: to its end. `refused`: nothing of it ran. `stopped`: from outside, and what it did until then is in
 * the child's state. It is not run again: a deadline is not deterministic. `gone`: its child is gone.
 */
export type CellTrace = 'ran' | 'refused' | 'stopped' | 'gone';

/** What brings a session back: its last snapshot, and the entries since. */
interface Known {
  readonly snapshot: Uint8Array | undefined;
  readonly unsaved: Entry[];
  /** Time of the cells among them, in milliseconds: what running them again costs. */
  unsavedMs: number;
  /** Their size, as {@link maxLogBytes} bounds it. */
  unsavedBytes: number;
  /** False if entries had to be forgotten: the variables are lost with the child. */
  readonly isWhole: boolean;
}

/**
 * Most text that a log keeps, in bytes: room for a long run's cells and answers, and little beside the memory of
 * a child. The last value that the host set for each name is not counted.
 */
export const maxLogBytes: number = 64 * 1024 * 1024;

/** Text of cells that are in no snapshot, in bytes, from which a snapshot is worth its price. */
const snapshotFromBytes = 16 * 1024 * 1024;

/** Time of cells that are in no snapshot, in milliseconds, from which a snapshot is worth its price. */
const snapshotFromMs = 1_000;

/** What an entry, or a call, takes besides its text: in memory, and in the time to check it. */
const objectBytes = 1_024;

/**
 * What recovery needs: the last snapshot of a session, the cells and assignments since, and the last value that was set for each
 * name. Beyond {@link maxLogBytes} the cells are forgotten: until the next snapshot, only those values survive the child.
 */
export class Log {
  /** The last assignment of each name. */
  readonly #sets = new Map<string, RecordedSet>();
  /** The snapshot that the session began with, and the number of the first cell after it. */
  #first: { readonly snapshot?: Uint8Array; readonly cell: number } = { cell: 1 };
  #known = from(undefined);
  #nextCell = 1;
  /** If the last cell was stopped: its number, and what was known before it; `gone` if it is in no state of the child any more. */
  #stopped: { readonly cell: number; readonly known: Known } | 'gone' | undefined;

  /** The number of the cell that comes next, from 1. */
  get nextCell(): number {
    return this.#nextCell;
  }

  /** The last snapshot. */
  get snapshot(): Uint8Array | undefined {
    return this.#known.snapshot;
  }

  /** The cells and assignments since the snapshot, in order. */
  get unsaved(): readonly Entry[] {
    return this.#known.unsaved;
  }

  /** Goes on from a snapshot, in which some cells have run. */
  begin({ bytes, cells }: Pick<SessionSnapshot, 'bytes' | 'cells'>): void {
    this.#first = { snapshot: bytes, cell: cells + 1 };
    this.restart();
  }

  /** Adds an assignment. */
  addSet(entry: RecordedSet): void {
    this.#sets.set(entry.name, entry);
    this.#add(entry);
  }

  /** Adds a cell that ran for `guestMs`. One that left nothing passes its number to the next. */
  addCell(entry: RecordedCell, guestMs: number, trace: CellTrace): void {
    const { cell } = entry;
    this.#stopped = undefined;
    if (trace === 'gone') this.#stopped = 'gone';
    else this.#nextCell = cell + 1;
    if (trace === 'stopped') this.#stopped = { cell, known: this.#known };
    if (trace !== 'ran') return;
    this.#known.unsavedMs += guestMs;
    if (entry.calls === undefined) this.#forget();
    else this.#add(entry);
  }

  /** Stores a snapshot of the state that the log describes. */
  save(bytes: Uint8Array): void {
    this.#known = from(bytes);
  }

  /** Whether the last cell was stopped, and is in no state of the child any more. */
  get isUndone(): boolean {
    return this.#stopped === 'gone';
  }

  /**
   * Goes back to before the last cell, which was stopped; {@link Log.plan} says how far that can be done. Values that were set after
   * it stay. False if there is nothing to take back.
   */
  undo(): boolean {
    if (this.#stopped === undefined || this.#stopped === 'gone') return false;
    const { cell, known } = this.#stopped;
    const since = this.#known;
    this.#stopped = 'gone';
    this.#nextCell = cell;
    if (since !== known && since.isWhole) {
      // A snapshot was taken of the cell: what came after it is assignments.
      this.#known = known;
      for (const entry of since.unsaved) this.#add(entry);
    }
    return true;
  }

  /** What recovery will make of the variables. */
  plan(): SessionState {
    if (!this.#known.isWhole) return 'lost';
    return this.unsaved.length > 0 ? 'replayed' : 'restored';
  }

  /**
   * Whether to take a snapshot now: if running the cells again would cost more, or could not reproduce the state (a cell was
   * stopped midway).
   */
  wantsSnapshot(wasStopped: boolean): boolean {
    const { isWhole, unsavedMs, unsavedBytes } = this.#known;
    if (wasStopped || !isWhole) return true;
    return unsavedMs > snapshotFromMs || unsavedBytes > snapshotFromBytes;
  }

  /** The variables are lost: goes back to the beginning, with the last value that was set for each name. */
  restart(): void {
    this.#known = from(this.#first.snapshot);
    this.#nextCell = this.#first.cell;
    for (const entry of this.#sets.values()) this.#add(entry);
  }

  /** The session is closed: keeps nothing. */
  close(): void {
    this.#first = { cell: 1 };
    this.#sets.clear();
    this.#stopped = undefined;
    this.restart();
  }

  #add(entry: Entry): void {
    const { unsaved, isWhole } = this.#known;
    if (!isWhole) return;
    // The last value of each name is the host's, and is not counted.
    const counted = entry.type === 'set' ? lastSet(unsaved, entry.name) : entry;
    if (counted !== undefined) this.#known.unsavedBytes += entryBytes(counted);
    unsaved.push(entry);
    if (this.#known.unsavedBytes > maxLogBytes) this.#forget();
  }

  #forget(): void {
    this.#known = { ...from(undefined), isWhole: false };
  }
}

function from(snapshot: Uint8Array | undefined): Known {
  return { snapshot, unsaved: [], unsavedMs: 0, unsavedBytes: 0, isWhole: true };
}

function lastSet(entries: readonly Entry[], wanted: string): Entry | undefined {
  return entries.findLast((entry) => entry.type === 'set' && entry.name === wanted);
}

/** Roughly, the memory of an entry: two bytes for each character. */
function entryBytes(entry: Entry): number {
  if (entry.type === 'set') {
    const { value } = entry;
    if ('file' in value) return objectBytes;
    return objectBytes + 2 * ('text' in value ? value.text : value.json).length;
  }
  const { code, output, calls = [] } = entry;
  const start = objectBytes + 2 * (code.length + output.length);
  return calls.reduce((sum, call) => sum + callBytes(call), start);
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

/** What a log keeps of a text that is only compared: the text itself if it is short, else its length and its SHA-256. */
export function keyOf(text: string): string {
  if (text.length <= longestKey) return `=${text}`;
  return `${text.length}:${digestOf(text)}`;
}

const createHash = nodeProcess()?.getBuiltinModule?.('node:crypto').createHash;

function digestOf(text: string): string {
  return createHash === undefined ? sha256(text) : createHash('sha256').update(text).digest('hex');
}
