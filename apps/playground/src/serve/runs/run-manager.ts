import { memoryStore, type RunStore } from '@rlm/journal';
import type { RunJournal } from '@rlm/penguin-engine/kernel';

import type { CostLimits } from '../../arguments/cost-arguments.js';
import { newRunId } from '../../runs/new-run-id.js';
import { readSpec, specOf, type RunSpec } from '../../runs/run-spec.js';
import { listRuns, rowOf } from '../../runs/run-rows.js';
import { makeOwnFolder, type Runs } from '../../runs/runs.js';
import { readTextAgain } from '../../runs/text-files.js';
import { tourQuestion } from '../../tour/create-tour.js';
import type { ForkRun, HandReply, NewRun, RunInfo } from '../api.js';
import { ProblemError } from '../http/problem.js';
import { openHandDesk } from '../models/hand-desk.js';
import type { ModelChoices } from '../models/model-choices.js';
import { keepDocuments, textOf } from '../texts/documents.js';
import { bundledId, type TextLibrary } from '../texts/library.js';
import { asProblem } from './as-problem.js';
import { forkAs } from './fork-as.js';
import { keptInfo } from './kept-info.js';
import { LiveRun, type RunCare, type RunParts } from './live-run.js';
import { replayRun } from './replay-run.js';
import { createRunShelf, type ShelfLimits } from './run-shelf.js';
import { settingsOf } from './run-settings.js';

/** What the runs of a server need. */
export interface RunManagerOptions {
  /** Where durable runs are kept. */
  readonly runs: Runs;
  readonly texts: TextLibrary;
  readonly models: ModelChoices;
  readonly care: RunCare;
  readonly limits: ShelfLimits;
  /** What a run of an endpoint's model may cost at most, and the price of the models. */
  readonly costs: CostLimits;
}

/** The runs of one server: those that go on, those that are in memory, and those that are kept in a folder. */
export class RunManager {
  readonly #options: RunManagerOptions;
  readonly #shelf;
  /** Runs that are not kept have their journals here, so that they can be resumed and forked too. */
  readonly #memory = memoryStore();

  constructor(options: RunManagerOptions) {
    this.#options = options;
    this.#shelf = createRunShelf(options.limits);
  }

  /** All runs, the newest first. */
  async list(): Promise<readonly RunInfo[]> {
    const live = this.#shelf.all().filter(({ parts }) => !parts.isReplay);
    const known = new Set(live.map(({ parts }) => parts.id));
    const rows = await listRuns(this.#options.runs.store, undefined);
    const kept = rows.filter(({ id }) => !known.has(id)).map((row) => keptInfo(row));
    return [...live.map((run) => run.info()), ...kept].sort((one, other) =>
      other.made.localeCompare(one.made),
    );
  }

  async info(id: string): Promise<RunInfo> {
    const live = this.#shelf.find(id);
    if (live?.parts.isReplay === false) return live.info();
    for await (const kept of this.#options.runs.store.list()) {
      if (kept.runId === id) return keptInfo(await rowOf(this.#options.runs.store, kept));
    }
    throw new ProblemError('not_found', `there is no run ${JSON.stringify(id)}`);
  }

  async start(client: string, asked: NewRun): Promise<RunInfo> {
    this.#shelf.requireRoom(client);
    const { models, runs, costs } = this.#options;
    const model = await models.specOf(asked.model, asked.subModel);
    const isTour = model.kind === 'tour';
    const ids = isTour ? [bundledId] : asked.texts;
    if (ids.length === 0) {
      throw new ProblemError('invalid', 'texts: expected the id of a text to ask about, got none');
    }
    const documents = (await Promise.all(ids.map((id) => this.#options.texts.open(id)))).flat();
    const durable = asked.durable ?? false;
    if (durable && runs.isDefault) await makeOwnFolder();
    const spec = specOf({
      question: isTour ? tourQuestion : asked.question,
      text: durable
        ? await keepDocuments(documents, runs.folder)
        : { isSingle: documents.length === 1, files: [] },
      model,
      settings: settingsOf(asked, model, costs),
    });
    const id = newRunId();
    const journal = await this.#storeOf(durable).create({ runId: id, spec });
    return this.#begin(
      { id, client, durable, spec, text: textOf(documents), made: Date.now() },
      journal,
    );
  }

  /** Stops a run; it can be resumed. */
  stop(id: string): void {
    const run = this.#shelf.find(id);
    if (run === undefined || run.parts.isReplay) {
      throw new ProblemError('not_found', `no run ${JSON.stringify(id)} goes on here`);
    }
    run.stop('it was stopped in the page');
  }

  /** Goes on with a run that has stopped. */
  async resume(client: string, id: string): Promise<RunInfo> {
    const { status } = await this.info(id);
    if (status === 'running' || status === 'ended' || status === 'corrupt') {
      throw new ProblemError('conflict', `the run ${id} ${cannotResume[status]}`);
    }
    this.#shelf.requireRoom(client);
    const parts = await this.#partsOf(id);
    const journal = await this.#explained(id, this.#storeOf(parts.durable).open(id));
    return this.#begin({ ...parts, client }, journal);
  }

  /** Takes the steps of a run over up to one, and goes on from there as a new run. */
  async fork(client: string, id: string, asked: ForkRun): Promise<RunInfo> {
    const { status } = await this.info(id);
    if (status === 'corrupt') {
      throw new ProblemError('conflict', `the run ${id} ${cannotResume[status]}`);
    }
    this.#shelf.requireRoom(client);
    const parts = await this.#partsOf(id);
    const { models } = this.#options;
    const model =
      asked.model === undefined ? parts.spec.model : await models.specOf(asked.model, undefined);
    if (model.kind === 'tour' && parts.spec.model.kind !== 'tour') {
      throw new ProblemError(
        'invalid',
        'model: the tour answers its own question alone, and cannot go on with another run',
      );
    }
    const spec: RunSpec = { ...parts.spec, model };
    const store = this.#storeOf(parts.durable);
    const { journal, runId, from } = await this.#explained(id, forkAs(store, id, asked, spec));
    return this.#begin({ ...parts, id: runId, made: Date.now(), client, spec, from }, journal);
  }

  /** Stops a run, and forgets it. */
  async remove(id: string): Promise<void> {
    const live = this.#shelf.find(id);
    const { durable } = live?.parts ?? (await this.info(id));
    live?.stop('it was removed in the page');
    await live?.ended;
    this.#shelf.drop(id);
    await this.#explained(id, this.#storeOf(durable).remove(id));
  }

  /** A run with its events; those of one that is only kept are replayed from its journal, and nothing is asked. */
  async show(id: string): Promise<LiveRun> {
    const there = this.#shelf.find(id);
    if (there !== undefined) return there;
    const info = await this.info(id);
    if (!info.canShow) {
      throw new ProblemError(
        'conflict',
        `the run ${id} cannot be shown: ${info.status === 'running' ? 'another process works on it' : 'it can be resumed, or its journal cannot be read'}`,
      );
    }
    const parts = await this.#partsOf(id);
    const { runs, models, care } = this.#options;
    const shown = { ...parts, modelId: models.idOf(parts.spec.model) };
    const run = await this.#explained(id, replayRun(runs.store, shown, care));
    this.#put(run);
    return run;
  }

  /** Answers a prompt of a run that is played by hand. */
  reply(id: string, reply: HandReply): void {
    const desk = this.#shelf.find(id)?.parts.desk;
    if (desk === undefined) {
      throw new ProblemError('not_found', `no run ${JSON.stringify(id)} goes on here`);
    }
    desk.reply(reply);
  }

  /** Stops all runs, and waits until their journals are closed. */
  async close(): Promise<void> {
    const live = this.#shelf.all();
    for (const run of live) run.stop('the server ends');
    await Promise.allSettled(live.map(({ ended }) => ended));
  }

  #storeOf(durable: boolean): RunStore {
    return durable ? this.#options.runs.store : this.#memory;
  }

  /** What a run was made of: from memory, or from what was kept with it. */
  async #partsOf(id: string): Promise<BareParts> {
    const live = this.#shelf.find(id);
    if (live !== undefined) {
      await (live.hasEnded ? live.ended : undefined);
      return live.parts;
    }
    const { runs } = this.#options;
    const spec = await this.#explained(id, readSpec(runs, id));
    const text = await this.#explained(id, readTextAgain(spec.text));
    const { made, from } = await this.info(id);
    return {
      id,
      client: '',
      durable: true,
      spec,
      text,
      made: Date.parse(made),
      ...(from === undefined ? {} : { from }),
    };
  }

  async #begin(parts: BareParts, journal: RunJournal): Promise<RunInfo> {
    const { models, care } = this.#options;
    const { spec } = parts;
    const desk = openHandDesk(() => {
      run.signal.changed();
    });
    const chosen = await models.open(spec.model, spec.question, desk);
    const modelId = models.idOf(spec.model);
    const run = new LiveRun({ ...parts, chosen, desk, modelId, isReplay: false }, care);
    await this.#explained(parts.id, run.begin(journal));
    this.#put(run);
    return run.info();
  }

  #put(run: LiveRun): void {
    for (const { parts } of this.#shelf.put(run)) {
      // Of one that is kept in the folder, the journal stays.
      if (!parts.durable) this.#memory.remove(parts.id).catch(() => undefined);
    }
  }

  async #explained<Value>(runId: string, doing: Promise<Value>): Promise<Value> {
    try {
      return await doing;
    } catch (error) {
      throw asProblem(error, { runs: this.#options.runs, runId });
    }
  }
}

/** What a run is made of, before its model is opened. */
type BareParts = Omit<RunParts, 'chosen' | 'desk' | 'modelId' | 'isReplay'>;

const cannotResume = {
  running: 'is under way',
  ended: 'has ended: fork it at a step to go on otherwise',
  corrupt: 'has a journal that cannot be read',
} as const;
