import {
  checkOptions,
  fields,
  oneOf,
  required,
  trueOrFalse,
  type OptionRule,
} from '@rlm/repl-types/options';
import { anything, checkOption, refuseOption } from '@rlm/repl-types/internal';
import { type Clock, type RunJournal, systemClock } from '@rlm/kernel';
import { newRunId, randomHex } from '@rlm/kernel/internal';

import { JournalError, locked } from '../errors.js';
import type { JournalLine, LineBody } from '../lines/lines.js';
import { readRunState, type RunState } from '../lines/run-state.js';
import { checkResumable } from '../lines/version.js';
import { firstLines, openLine } from './first-lines.js';
import { appendOpen, LineWriter } from './line-writer.js';
import { staleMs } from '../lease/stale.js';
import type { OwnerId, LogBackend, RunLog } from './log.js';
import { jsonData } from './json-data.js';
import { recordsOf } from './records.js';
import { infoOf } from './run-info.js';
import { runIdRule } from './run-id.js';
import { safeBackend } from './safe-backend.js';
import {
  runStatuses,
  type CreateOptions,
  type OpenOptions,
  type RunInfo,
  type RunStatus,
  type RunStore,
} from './run-store.js';
import { readOnlyJournal, StoredJournal } from './stored-journal.js';

/** How the processes that work on a store's runs are named, for example in `journal_locked`. */
export interface StoreSurroundings {
  /** The id of this process. Default 0. */
  readonly pid?: number | undefined;
  /** The machine. Default "this process". */
  readonly host?: string | undefined;
  /** The clock that times lines. Default: the system's. */
  readonly clock?: Clock | undefined;
  /**
   * Whether an owner that was last heard of at `heardAt` (milliseconds since 1970) is gone, for example because its process has ended.
   * Default: if it was silent for 10 seconds.
   */
  readonly isGone?:
    | ((owner: { readonly pid: number; readonly host: string }, heardAt: number) => boolean)
    | undefined;
}

/** How often an owner that opens a run tries again when others write to it meanwhile. */
const openAttempts = 5;

/**
 * Makes a `RunStore` from the few operations that differ between stores: it checks options, writes and reads the lines of a journal,
 * takes runs over, and lists them. `testStore` of `@rlm/journal/testing` checks what it returns.
 *
 * @example
 * const store = defineStore(myBackend, { pid: process.pid, host: hostname() });
 */
export function defineStore(given: LogBackend, surroundings: StoreSurroundings = {}): RunStore {
  const backend = safeBackend(given);
  const { pid = 0, host = 'this process', clock = systemClock } = surroundings;
  const { isGone = (_owner, heardAt) => clock.now() - heardAt > staleMs } = surroundings;
  const newOwner = (): OwnerId => ({ by: randomHex(8), pid, host });

  const journalOf = (
    state: RunState,
    log: RunLog,
    position: { readonly n: number; readonly epoch: number },
    claim?: LineBody,
  ): RunJournal => {
    const begun = clock.now();
    const elapsedMs = (): number => state.elapsedMs + Math.max(0, Math.round(clock.now() - begun));
    const writer = new LineWriter(state.head.run, log, position, elapsedMs, claim);
    const { epoch } = position;
    return new StoredJournal(state, { blobs: backend, log, writer, epoch });
  };

  const open = async (log: RunLog, runId: string, owner: OwnerId): Promise<RunJournal> => {
    for (let attempt = 0; attempt < openAttempts; attempt += 1) {
      const state = readRunState(runId, await log.read());
      checkResumable(state.head);
      const { n, epoch, elapsedMs } = state;
      const line = openLine(owner, state);
      // One that has ended is only read, so it is not claimed before something is written.
      if (state.end !== undefined && state.end.status !== 'failed') {
        return journalOf(state, log, { n, epoch }, line);
      }
      if (!(await appendOpen(log, state, line, elapsedMs))) continue;
      const { back } = line;
      const opened = back === undefined ? state : readRunState(runId, await log.read());
      return journalOf(opened, log, { n: n + 1, epoch: epoch + 1 });
    }
    throw locked(runId, { ...owner, since: clock.now() });
  };

  return Object.freeze({
    async create(options: CreateOptions = {}): Promise<RunJournal> {
      checkOptions(options, createRules(), refuseOption);
      const { runId = newRunId() } = options;
      const owner = newOwner();
      const lines = firstLines(runId, owner, options, clock.now());
      const log = await backend.create(runId, owner, lines);
      if (!log) {
        throw new JournalError(
          'journal_exists',
          `Run "${runId}" already exists. Open it with store.open("${runId}"), or choose another id.`,
          { runId },
        );
      }
      const state = readRunState(
        runId,
        lines.map((text) => JSON.parse(text) as JournalLine),
      );
      return journalOf(state, log, state);
    },

    async open(runId: string, options: OpenOptions = {}): Promise<RunJournal> {
      checkOption('runId', runId, required(runIdRule), refuseOption);
      checkOptions(options, openRules(), refuseOption);
      if (options.readOnly === true) {
        return readOnlyJournal(readRunState(runId, await backend.read(runId)), backend);
      }
      const owner = newOwner();
      const log = await backend.open(runId, owner, options.takeOver === true);
      try {
        return await open(log, runId, owner);
      } catch (fault) {
        await log.close();
        throw fault;
      }
    },

    async *list(filter: { readonly status?: RunStatus | undefined } = {}): AsyncGenerator<RunInfo> {
      checkOptions(filter, fields<typeof filter>({ status: oneOf(...runStatuses) }), refuseOption);
      for await (const found of backend.list()) {
        const info = infoOf(found);
        if (filter.status === undefined || filter.status === info.status) yield info;
      }
    },

    async *read(runId: string): AsyncGenerator<JournalLine> {
      checkOption('runId', runId, required(runIdRule), refuseOption);
      yield* await backend.read(runId);
    },

    async remove(runId: string): Promise<void> {
      checkOption('runId', runId, required(runIdRule), refuseOption);
      await backend.remove(runId);
    },

    records: backend.records && recordsOf(backend.records, { pid, host, isGone }),
  });
}

const openRules = (): OptionRule =>
  fields<OpenOptions>({ takeOver: trueOrFalse, readOnly: trueOrFalse });

const createRules = (): OptionRule =>
  fields<CreateOptions>({ runId: runIdRule, spec: jsonData, fork: anything });
