import { describeValue, sha256Hex } from '@rlm/repl-types/internal';
import type {
  EffectStream,
  RunJournal,
  BlobRef,
  NewLine,
  RunEnd,
  RunHead,
  RunLine,
} from '@rlm/kernel';

import { JournalError } from '../errors.js';
import type { RunState } from '../lines/run-state.js';
import { olderNote } from '../lines/version.js';
import { checkHead } from './check-head.js';
import type { LineWriter } from './line-writer.js';
import type { LogBackend, RunLog } from './log.js';

/** The sources of a journal and its destination. */
interface JournalParts {
  readonly blobs: Pick<LogBackend, 'readBlob'>;
  readonly log: Pick<RunLog, 'close'>;
  readonly writer: Pick<LineWriter, 'append' | 'close'>;
  /** The epoch of this owner; default: that of the last one. */
  readonly epoch?: number;
  /** Why the run ends when its lines do; default: it goes on. */
  readonly endsHere?: string;
}

/** What an owner knows about its run without reading the journal again. */
export interface RunProgress {
  /** The caller's data that the run was created with. */
  readonly spec: unknown;
  readonly end: RunEnd | undefined;
  /** Whether the run waits for a person: its last owner wrote so. */
  readonly isWaiting: boolean;
}

/** The progress of a run according to its lines. */
export function progressIn({ head, end, lines }: RunState): RunProgress {
  const last = lines.findLast(({ line }) => line.t !== 'spent');
  // Calls that ended while it was written may have lines after it.
  const ofLastOwner = lines.filter(({ e }) => e === last?.e);
  const isDecided = (key: string): boolean =>
    ofLastOwner.some(({ line }) => line.t === 'effect' && line.key === key);
  const isWaiting = ofLastOwner.some(({ line }) => line.t === 'wait' && !isDecided(line.key));
  return { spec: head.spec, end, isWaiting };
}

/** The key of a journal's progress. */
const progressKey = Symbol('progress of a run');

/** The progress of a run that this journal's owner works on; undefined for a journal of another kind. */
export function progressOf(journal: RunJournal): RunProgress | undefined {
  return (journal as { [progressKey]?: RunProgress })[progressKey];
}

/**
 * How many owners only gave the run a decision that it waited for, as `decide` does: they have one line, and did not resume the run.
 */
function decisionsIn({ lines }: RunState): number {
  const waits = new Set<string>();
  return lines.filter(({ e, line }, index) => {
    if (line.t === 'wait') waits.add(line.key);
    const isAlone = lines[index - 1]?.e !== e && lines[index + 1]?.e !== e;
    return isAlone && line.t === 'effect' && waits.has(line.key);
  }).length;
}

const nothing = (): Promise<void> => Promise.resolve();

function isBlobName(name: unknown): boolean {
  return typeof name === 'string' && /^[0-9a-f]{64}$/.test(name);
}

/** The journal of one run in the hands of one owner, over the log of a store. */
export class StoredJournal implements RunJournal {
  readonly runId: string;
  readonly seed: string;
  readonly nonce: string;
  readonly elapsedMs: number;
  readonly resumed: number;
  readonly forkedAt?: number;
  readonly spec?: unknown;
  readonly endsHere?: string;
  readonly older?: string;
  readonly #parts: JournalParts;
  readonly #state: RunState;
  readonly #recorded = new Map<string, { recorded: RunLine[]; recordedMs: number[] }>();
  #progress: RunProgress;
  /** Whether this owner has written that the run waits. */
  #waits = false;

  constructor(state: RunState, parts: JournalParts) {
    const { head, elapsedMs, lines, end } = state;
    this.runId = head.run;
    this.seed = head.seed;
    this.nonce = head.nonce;
    const took = end?.durationMs;
    this.elapsedMs = typeof took === 'number' && took >= 0 && took <= elapsedMs ? took : elapsedMs;
    this.resumed = Math.max(0, (parts.epoch ?? state.epoch) - 1 - decisionsIn(state));
    if (head.spec !== undefined) this.spec = head.spec;
    if (parts.endsHere !== undefined) this.endsHere = parts.endsHere;
    const older = olderNote(head);
    if (older !== undefined) this.older = older;
    if (head.from !== undefined) {
      this.forkedAt = head.from.atStep + (head.from.isReplied === true ? 1 : 0);
    }
    this.#parts = parts;
    this.#state = state;
    this.#progress = progressIn(state);
    Object.defineProperty(this, progressKey, { get: () => this.#progress });
    for (const { line, ms } of lines) {
      const { recorded, recordedMs } = this.#streamOf(line.path);
      recorded.push(line);
      recordedMs.push(ms);
    }
  }

  #streamOf(path: string): { recorded: RunLine[]; recordedMs: number[] } {
    const known = this.#recorded.get(path) ?? { recorded: [], recordedMs: [] };
    this.#recorded.set(path, known);
    return known;
  }

  get hasEnded(): boolean {
    const { end } = this.#progress;
    return end !== undefined && end.status !== 'failed';
  }

  begin(given: RunHead): void {
    const { head } = this.#state;
    // An older one that is only read gives what it has: nothing is asked that could differ.
    if (this.older === undefined || this.endsHere === undefined) checkHead(head, given);
    if (this.older !== undefined) this.#dropSnapshotsBut(given.backend?.build);
    if (head.hashes !== undefined) return;
    // A fault shows with the next line.
    this.#parts.writer.append({ ...head, ...given }).catch(() => undefined);
  }

  /** Drops snapshots that another build of the sandbox made: the code before them runs again. */
  #dropSnapshotsBut(build: string | undefined): void {
    for (const [path, { recorded, recordedMs }] of this.#recorded) {
      const isKept = recorded.map((line) => line.t !== 'snapshot' || line.build === build);
      this.#recorded.set(path, {
        recorded: recorded.filter((_, index) => isKept[index]),
        recordedMs: recordedMs.filter((_, index) => isKept[index]),
      });
    }
  }

  stream(path: string): EffectStream {
    return {
      ...(this.#recorded.get(path) ?? { recorded: [] }),
      append: async (line: NewLine) => {
        await this.#parts.writer.append({ ...line, path });
        if (line.t === 'spent') return;
        this.#waits ||= line.t === 'wait';
        this.#progress = { ...this.#progress, isWaiting: this.#waits };
      },
    };
  }

  async readBlob(ref: BlobRef): Promise<Uint8Array> {
    const { blobs } = this.#parts;
    // A store makes a path or a key of the name, which anybody can have written.
    if (!isBlobName(ref.blob)) throw this.#corruptBlob(ref, 'is no SHA-256');
    const bytes = await blobs.readBlob(ref);
    if (bytes === undefined) throw this.#corruptBlob(ref, 'is missing');
    if ((await sha256Hex(bytes)) !== ref.blob) throw this.#corruptBlob(ref, 'was altered');
    return bytes;
  }

  #corruptBlob({ blob }: BlobRef, problem: string): JournalError {
    const name = isBlobName(blob) ? blob : describeValue(blob);
    return new JournalError(
      'journal_corrupt',
      `The journal of run "${this.runId}" cannot be trusted: its blob ${name} ${problem}. Restore it from a copy, or remove the run.`,
      { runId: this.runId },
    );
  }

  async end(end: RunEnd): Promise<void> {
    // A replay of a run that has ended ends again.
    if (this.#state.end !== undefined && this.#state.end.status !== 'failed') return;
    await this.#parts.writer.append({ t: 'end', ...end });
    this.#progress = { ...this.#progress, end };
  }

  async close(): Promise<void> {
    await this.#parts.writer.close();
    await this.#parts.log.close();
  }
}

/** A journal that returns everything in it, including the fault that ended the run, and takes no lines. */
export function readOnlyJournal(state: RunState, blobs: JournalParts['blobs']): RunJournal {
  const writer = { append: nothing, close: nothing };
  const endsHere =
    state.end?.status === 'failed'
      ? 'The journal ends here: the run failed, and the journal does not say of what.'
      : 'The journal ends here: what follows was not asked yet. Another process may be working on the run.';
  return new StoredJournal(state, { blobs, log: { close: nothing }, writer, endsHere });
}
