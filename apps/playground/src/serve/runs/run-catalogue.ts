import { stat } from 'node:fs/promises';

import { createByteQuota, roughBytes } from '@rlm/repl-types/internal';

import { findRun, type KeptRun } from '../../runs/find-run.js';
import { sentenceOf, whatItWouldDo, type Plan } from '../../runs/require-yes.js';
import type { ModelSpec } from '../../models/model-spec.js';
import { asTaskSpec, type TaskSpec } from '../../runs/task-spec.js';
import { readHead, readSpec, type RunSpec } from '../../runs/run-spec.js';
import { rowOf } from '../../runs/run-rows.js';
import type { Runs } from '../../runs/runs.js';
import { readTextAgain, type TextFiles } from '../../runs/text-files.js';
import type { RunInfo } from '../../api.js';
import { ProblemError } from '../http/problem.js';
import type { ModelChoices } from '../models/model-choices.js';
import { explained } from './as-problem.js';
import { keptInfo, type KeptInfo } from './kept-info.js';
import type { LiveRun, RunCare, RunParts } from './live-run.js';
import { replayRun } from './replay-run.js';
import type { Place, RunShelf } from './run-shelf.js';

/** What a run is made of, before its model is opened. */
export type BareParts = Omit<RunParts, 'desk' | 'modelId' | 'replayOf' | 'spec'> & {
  readonly spec: RunSpec;
};

/** Where runs are found. */
export interface CatalogueParts {
  /** Those in memory. */
  readonly shelf: RunShelf;
  /** Those that are kept. */
  readonly runs: Runs;
  readonly models: ModelChoices;
  readonly care: RunCare;
  /** Whether runs of a folder that is named go on unasked. */
  readonly isYes?: boolean | undefined;
}

/** What is remembered of runs that ended, so that a list does not read their journals again. */
const maxEndedBytes = 16 * 2 ** 20;

/** All runs: those that go on, those that are in memory, and those that are kept in a folder. */
export class RunCatalogue {
  readonly #parts: CatalogueParts;
  /** A run that has ended does not change: its journal is looked at once. */
  readonly #ended = new Map<string, KeptInfo>();
  readonly #endedBytes = createByteQuota(maxEndedBytes);
  readonly #opening = new Map<string, Promise<LiveRun>>();

  constructor(parts: CatalogueParts) {
    this.#parts = parts;
  }

  /** What is remembered of runs that ended, in memory, roughly. */
  get rememberedBytes(): number {
    return this.#endedBytes.usedBytes;
  }

  /** All runs, the newest first. */
  async list(): Promise<readonly RunInfo[]> {
    const found: RunInfo[] = [];
    for (const run of this.#parts.shelf.all())
      if (run.parts.replayOf === undefined) found.push(run.info());
    const known = new Set(found.map(({ id }) => id));
    for await (const kept of this.#parts.runs.store.list()) {
      if (!known.has(kept.runId)) found.push(await this.#keptInfo(kept));
    }
    return found.sort((one, other) => other.made.localeCompare(one.made));
  }

  /** Throws for a run that there is not. */
  async info(id: string): Promise<RunInfo> {
    const live = this.#parts.shelf.find(id);
    if (live?.parts.replayOf === undefined && live !== undefined) return live.info();
    return this.#keptById(id);
  }

  async #keptById(id: string): Promise<KeptInfo> {
    const kept = await findRun(this.#parts.runs.store, id);
    if (kept !== undefined) return this.#keptInfo(kept);
    throw new ProblemError('not_found', `there is no run ${JSON.stringify(id)}`);
  }

  /** What was asked, of a run in memory or a kept one, and the texts that it was asked about. */
  async asked(id: string): Promise<Pick<BareParts, 'spec' | 'durable' | 'textIds'>> {
    const { runs, shelf } = this.#parts;
    const { spec, durable, textIds = [] } = shelf.find(id)?.parts ?? {};
    if (spec?.by === 'rlm ask') return { spec, durable: durable === true, textIds };
    return explained({ runs, runId: id }, async () => ({
      ...{ spec: await readSpec(runs, id), durable: true, textIds },
    }));
  }

  /** What a run was made of: from memory, or from what was kept with it. */
  async partsOf(id: string, place: Place): Promise<BareParts> {
    const live = this.#parts.shelf.find(id);
    // One that is shown again holds its journal until it is over.
    if (live?.hasEnded === true || live?.parts.replayOf !== undefined) await live.ended;
    if (live?.parts.spec.by === 'rlm ask') {
      const { journalBytes, parts } = live;
      return { ...parts, spec: live.parts.spec, journalBytes };
    }
    const { runs } = this.#parts;
    return explained({ runs, runId: id }, async () => {
      const spec = await readSpec(runs, id);
      const fileBytes = await bytesOf(spec.text);
      place.reserve(fileBytes);
      const text = await readTextAgain(spec.text);
      const textBytes = Math.max(fileBytes, text.characters);
      const { made, from } = await this.info(id);
      const own = { documents: [], textBytes, journalBytes: 0 };
      return {
        id,
        client: '',
        durable: true,
        spec,
        text,
        made: Date.parse(made),
        from,
        ...own,
      };
    });
  }

  /**
   * What a run would do that goes on with `model` in place of its own, if it is only kept, in a folder that somebody named; else
   * undefined.
   */
  async planOf(id: string, model?: ModelSpec): Promise<Plan | undefined> {
    const live = this.#parts.shelf.find(id);
    if (live !== undefined && live.parts.replayOf === undefined) return undefined;
    const { runs } = this.#parts;
    const spec = await explained({ runs, runId: id }, () => readSpec(runs, id));
    return whatItWouldDo({ runs, runId: id, spec: { ...spec, model: model ?? spec.model } });
  }

  /** Throws if a run is to go on that has a {@link planOf plan}, and no person has seen it. */
  async requireConfirmed(
    id: string,
    { confirmed, model }: { confirmed?: string | undefined; model?: ModelSpec | undefined },
  ): Promise<void> {
    if (this.#parts.isYes === true) return;
    const plan = await this.planOf(id, model);
    if (plan === undefined) return;
    const told = `${sentenceOf(plan)}. It goes on if you confirm that, or if rlm serve was started with --yes`;
    // What was seen is what is done: the record of the run may have changed since.
    if (confirmed !== told) throw new ProblemError('unconfirmed', told);
  }

  /** A run with its events; those of one that is only kept are played again from its journal, and nothing is asked. */
  async show(id: string): Promise<LiveRun> {
    const there = this.#parts.shelf.find(id);
    if (there !== undefined && (await this.#isAsKept(there))) return there;
    const opening = this.#opening.get(id) ?? this.#showKept(id);
    this.#opening.set(id, opening);
    return opening.finally(() => this.#opening.delete(id));
  }

  async #showKept(id: string): Promise<LiveRun> {
    const kept = await this.#keptById(id);
    if (!kept.canShow) {
      const why =
        kept.status === 'corrupt'
          ? `its journal cannot be read (${this.#parts.runs.commandFor('runs remove', id)})`
          : 'another program began it';
      throw new ProblemError('conflict', `the run ${id} cannot be shown: ${why}`);
    }
    const { shelf, runs, models, care } = this.#parts;
    const place = shelf.takeReplay();
    try {
      const run = await explained({ runs, runId: id }, async () => {
        const task = asTaskSpec(await readHead(runs, id));
        const parts = task === undefined ? await this.partsOf(id, place) : taskParts(kept, task);
        const shown = { ...parts, modelId: models.idOf(parts.spec.model) };
        return replayRun(runs.store, shown, kept, care, shelf.grow);
      });
      shelf.put(run);
      return run;
    } finally {
      place.leave();
    }
  }

  /** Whether a shown run is still the kept one: another process may have continued it. */
  async #isAsKept({ parts: { id, replayOf } }: LiveRun): Promise<boolean> {
    if (replayOf === undefined) return true;
    const now = await this.#keptById(id);
    return (['status', 'steps', 'finishReason'] as const).every(
      (field) => now[field] === replayOf[field],
    );
  }

  async #keptInfo(kept: KeptRun): Promise<KeptInfo> {
    const before = this.#ended.get(kept.runId);
    if (before !== undefined && kept.status === 'ended') return before;
    const info = keptInfo(await rowOf(this.#parts.runs.store, kept));
    if (kept.status === 'ended') this.#remember(info);
    return info;
  }

  #remember(info: KeptInfo): void {
    const bytes = roughBytes(info);
    if (!this.#endedBytes.take(bytes)) {
      if (bytes > maxEndedBytes) return;
      // Too many: it begins again.
      this.#ended.clear();
      this.#endedBytes.free(this.#endedBytes.usedBytes);
      this.#endedBytes.take(bytes);
    }
    this.#ended.set(info.id, info);
  }
}

/** What a task is made of, to be shown: it has no text. */
function taskParts({ id, made }: KeptInfo, spec: TaskSpec): Omit<RunParts, 'modelId'> {
  const text = { value: '', characters: 0, label: '' };
  const own = { documents: [], textBytes: 0, journalBytes: 0 };
  return { id, client: '', durable: true, spec, text, made: Date.parse(made), ...own };
}

/** What the files of a text have; one that is gone has nothing, and is missed when it is read. */
async function bytesOf(text: TextFiles): Promise<number> {
  const contexts = 'contexts' in text ? Object.values(text.contexts) : [text];
  const paths = contexts.flatMap(({ files }) => files.map(({ path }) => path));
  let bytes = 0;
  for (const path of paths) bytes += (await stat(path).catch(() => undefined))?.size ?? 0;
  return bytes;
}
