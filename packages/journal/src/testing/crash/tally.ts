import { isDeepStrictEqual } from 'node:util';

import type { AttemptEnd } from './worker.js';
import type { CallAccount } from './accounts.js';

/** The result of crash trials. If seam and store keep their promises, all counts from `repeats` on are 0. */
export interface CrashReport {
  readonly trials: number;
  /** Processes killed in the midst of a run. */
  readonly kills: number;
  /** Journals that got a torn last line. */
  readonly torn: number;
  /** Calls that were made. */
  readonly calls: number;
  /** Of them, those under way when their process was killed: they may be made again. */
  readonly inFlight: number;
  /** Calls that were made again though their outcome was recorded, or though they were to be made once. */
  readonly repeats: number;
  /** Replies that were recorded for another question than their own. */
  readonly wrong: number;
  /** Runs whose replay, with models that throw, had another answer, usage or number of calls, or called something. */
  readonly different: number;
  /** Runs that left their journal. */
  readonly divergences: number;
  readonly hangs: number;
  /** The faults, one sentence each, with the id of its run: its journal is still in the folder. */
  readonly faults: readonly string[];
}

type Count = Exclude<keyof CrashReport, 'faults'>;

/** One run of a trial, when it is over. */
interface TrialEnd {
  readonly runId: string;
  readonly end: AttemptEnd;
  readonly replay: AttemptEnd | undefined;
  /** The account before the replay, and after. */
  readonly account: CallAccount;
  readonly after: CallAccount;
  /** The calls that were under way when a process was killed, and those that were recorded then. */
  readonly inFlight: ReadonlySet<string>;
  readonly kept: ReadonlySet<string>;
}

/** Counts the results of trials. */
export class Tally {
  readonly #counts: Record<Count, number> = {
    trials: 0,
    kills: 0,
    torn: 0,
    calls: 0,
    inFlight: 0,
    repeats: 0,
    wrong: 0,
    different: 0,
    divergences: 0,
    hangs: 0,
  };
  readonly #faults: string[] = [];

  add(count: Count, number = 1): void {
    this.#counts[count] += number;
  }

  /** Notes something that is wrong. */
  blame(count: Count, fault: string, number = 1): void {
    if (number === 0) return;
    this.add(count, number);
    this.#faults.push(fault);
  }

  /** Judges a run whose trial is over: whether nothing is wrong. */
  judge(trial: TrialEnd): boolean {
    const { runId, end, replay, account, after, inFlight } = trial;
    const faults = this.#faults.length;
    this.add('trials');
    this.add('calls', account.logged.length);
    this.add('inFlight', inFlight.size);
    this.#judgeEnd(runId, 'resumed', end);
    if (replay !== undefined) this.#judgeEnd(runId, 'replayed', replay);
    const repeats = repeatsIn(trial);
    this.blame('repeats', `${runId}: calls were repeated: ${repeats.join(' ')}`, repeats.length);
    const { wrong } = account;
    this.blame('wrong', `${runId}: replies to other questions: ${wrong.join(' ')}`, wrong.length);
    if (replay !== undefined && !isDeepStrictEqual(end, replay)) {
      const both = JSON.stringify({ end, replay });
      this.blame('different', `${runId}: the replay had another outcome: ${both}`);
    }
    const asked = after.logged.length - account.logged.length;
    if (asked > 0) this.blame('different', `${runId}: its replay made ${String(asked)} calls`);
    return this.#faults.length === faults;
  }

  report(): CrashReport {
    return { ...this.#counts, faults: [...this.#faults] };
  }

  #judgeEnd(runId: string, what: string, end: AttemptEnd): void {
    if (end.type !== 'outcome') {
      this.blame('hangs', `${runId}: ${what}, it did not end`);
      return;
    }
    const { code, message = '' } = end.outcome;
    if (code === null) return;
    const count = code === 'journal_divergence' ? 'divergences' : 'different';
    this.blame(count, `${runId}: ${what}, it ended with ${code}: ${message}`);
  }
}

/**
 * Effects that were recorded twice, that were recorded and have disappeared, or that were called again although only
 * one call was allowed.
 */
function repeatsIn({ account: { logged, recorded, twice }, kept }: TrialEnd): readonly string[] {
  const lost = [...kept].filter((id) => !recorded.has(id));
  const keys = logged.flatMap(({ once }) => (once === undefined ? [] : [once]));
  const more = keys.filter((key, index) => keys.indexOf(key) !== index);
  return [...twice, ...lost, ...more];
}
