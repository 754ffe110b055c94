import { rm } from 'node:fs/promises';

import { jsonlStore } from '../../jsonl/index.js';
import { toArray } from '../../store/to-array.js';
import { accountOf } from './accounts.js';
import { callLogOf, journalOf, type AttemptRequest } from './attempt.js';
import type { Tally } from './tally.js';
import type { AttemptEnd, KillMoment } from './worker.js';
import type { WorkerPool } from './worker-pool.js';

/** One run of a trial: its pending and recorded calls at each end of a process, and its end. */
export class WatchedRun {
  readonly #place: Pick<AttemptRequest, 'folder' | 'runId'>;
  readonly #inFlight = new Set<string>();
  readonly #kept = new Set<string>();

  constructor(folder: string, runId: string) {
    this.#place = { folder, runId };
  }

  /** Makes an attempt in the pool's process. */
  async drive(pool: WorkerPool, kill?: KillMoment): Promise<AttemptEnd> {
    const worker = await pool.owner();
    return worker.attempt({ ...this.#place, mode: 'drive' }, kill);
  }

  /** Notes the pending and the recorded calls when a process that worked on the run ended. */
  async noteKill(): Promise<void> {
    const { logged, recorded } = await accountOf(this.#place);
    for (const id of recorded) this.#kept.add(id);
    for (const { id } of logged) if (!recorded.has(id)) this.#inFlight.add(id);
  }

  /** The time of its first call, in milliseconds since 1970; undefined if there was none. */
  async firstCallAt(): Promise<number | undefined> {
    const { logged } = await accountOf(this.#place);
    return logged[0]?.at;
  }

  /** Whether the journal says how the run ended. */
  async hasEnded(): Promise<boolean> {
    const { folder, runId } = this.#place;
    const lines = await toArray(jsonlStore({ folder }).read(runId));
    return lines.some(({ t }) => t === 'end');
  }

  /** Replays the run that has ended, and judges it. Its files are deleted if it has no faults. */
  async judge(pool: WorkerPool, tally: Tally, end: AttemptEnd): Promise<void> {
    const account = await accountOf(this.#place);
    const replay = end.type === 'outcome' ? await this.#replay(pool) : undefined;
    const after = await accountOf(this.#place);
    const { runId } = this.#place;
    const seen = { inFlight: this.#inFlight, kept: this.#kept };
    const isRight = tally.judge({ runId, end, replay, account, after, ...seen });
    if (isRight) await this.#remove();
  }

  async #replay(pool: WorkerPool): Promise<AttemptEnd> {
    const worker = await pool.replayer();
    return worker.attempt({ ...this.#place, mode: 'replay' });
  }

  async #remove(): Promise<void> {
    for (const file of [callLogOf(this.#place), journalOf(this.#place)]) {
      await rm(file, { force: true });
    }
  }
}
