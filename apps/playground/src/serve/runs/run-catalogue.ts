import { readSpec } from '../../runs/run-spec.js';
import { rowOf } from '../../runs/run-rows.js';
import type { Runs } from '../../runs/runs.js';
import { readTextAgain } from '../../runs/text-files.js';
import type { RunInfo } from '../api.js';
import { ProblemError } from '../http/problem.js';
import type { ModelChoices } from '../models/model-choices.js';
import { explained } from './as-problem.js';
import { keptInfo } from './kept-info.js';
import type { LiveRun, RunCare, RunParts } from './live-run.js';
import { replayRun } from './replay-run.js';
import type { RunShelf } from './run-shelf.js';

/** What a run is made of, before its model is opened. */
export type BareParts = Omit<RunParts, 'desk' | 'modelId' | 'isReplay'>;

/** Where runs are found. */
export interface CatalogueParts {
  /** Those in memory. */
  readonly shelf: RunShelf;
  /** Those that are kept. */
  readonly runs: Runs;
  readonly models: ModelChoices;
  readonly care: RunCare;
}

/** All runs: those that go on, those that are in memory, and those that are kept in a folder. */
export class RunCatalogue {
  readonly #parts: CatalogueParts;
  /** A run that has ended does not change: its journal is looked at once. */
  readonly #ended = new Map<string, RunInfo>();
  readonly #opening = new Map<string, Promise<LiveRun>>();

  constructor(parts: CatalogueParts) {
    this.#parts = parts;
  }

  /** All runs, the newest first. */
  async list(): Promise<readonly RunInfo[]> {
    const found: RunInfo[] = [];
    for (const run of this.#parts.shelf.all()) if (!run.parts.isReplay) found.push(run.info());
    const known = new Set(found.map(({ id }) => id));
    for await (const kept of this.#parts.runs.store.list()) {
      if (!known.has(kept.runId)) found.push(await this.#keptInfo(kept));
    }
    return found.sort((one, other) => other.made.localeCompare(one.made));
  }

  /** Throws for a run that there is not. */
  async info(id: string): Promise<RunInfo> {
    const live = this.#parts.shelf.find(id);
    if (live?.parts.isReplay === false) return live.info();
    for await (const kept of this.#parts.runs.store.list()) {
      if (kept.runId === id) return this.#keptInfo(kept);
    }
    throw new ProblemError('not_found', `there is no run ${JSON.stringify(id)}`);
  }

  /** What a run was made of: from memory, or from what was kept with it. */
  async partsOf(id: string): Promise<BareParts> {
    const live = this.#parts.shelf.find(id);
    // One that is shown again holds its journal until it is over.
    if (live?.hasEnded === true || live?.parts.isReplay === true) await live.ended;
    if (live !== undefined) return live.parts;
    const { runs } = this.#parts;
    return explained({ runs, runId: id }, async () => {
      const spec = await readSpec(runs, id);
      const text = await readTextAgain(spec.text);
      const { made, from } = await this.info(id);
      const origin = from === undefined ? {} : { from };
      return { id, client: '', durable: true, spec, text, made: Date.parse(made), ...origin };
    });
  }

  /** A run with its events; those of one that is only kept are played again from its journal, and nothing is asked. */
  async show(id: string): Promise<LiveRun> {
    const there = this.#parts.shelf.find(id);
    if (there !== undefined) return there;
    const opening = this.#opening.get(id) ?? this.#showKept(id);
    this.#opening.set(id, opening);
    return opening.finally(() => this.#opening.delete(id));
  }

  async #showKept(id: string): Promise<LiveRun> {
    const info = await this.info(id);
    if (!info.canShow) {
      const why =
        info.status === 'running'
          ? 'another process works on it'
          : 'it can be resumed, or its journal cannot be read';
      throw new ProblemError('conflict', `the run ${id} cannot be shown: ${why}`);
    }
    const parts = await this.partsOf(id);
    const { shelf, runs, models, care } = this.#parts;
    const shown = { ...parts, modelId: models.idOf(parts.spec.model) };
    const run = await explained({ runs, runId: id }, () => replayRun(runs.store, shown, care));
    shelf.put(run);
    return run;
  }

  async #keptInfo(kept: Parameters<typeof rowOf>[1]): Promise<RunInfo> {
    const before = this.#ended.get(kept.runId);
    if (before !== undefined && kept.status === 'ended') return before;
    const info = keptInfo(await rowOf(this.#parts.runs.store, kept));
    if (kept.status === 'ended') this.#ended.set(kept.runId, info);
    return info;
  }
}
