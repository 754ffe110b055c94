import { forkRun, memoryStore, type RunStore } from '@rlm/journal';
import type { RunJournal } from '@rlm/kernel';

import { beginToAsk } from '../../ask.js';
import type { CostLimits } from '../../arguments/cost-arguments.js';
import type { IsolationWishes } from '../../backend.js';
import type { ModelSpec } from '../../models/model-spec.js';
import { newRunId } from '../../runs/new-run-id.js';
import { specOf, type RunSpec } from '../../runs/run-spec.js';
import { makeOwnFolder, type Runs } from '../../runs/runs.js';
import { tourQuestion } from '../../tour/create-tour.js';
import type {
  AskedRun,
  ForkRun,
  HandReply,
  NamedEndpoint,
  NewRun,
  ResumeRun,
  RunInfo,
} from '../../api.js';
import { ProblemError } from '../http/problem.js';
import { openHandDesk } from '../models/hand-desk.js';
import type { ModelChoices } from '../models/model-choices.js';
import { isNamedBy } from '../models/named-here.js';
import { keepDocuments, textOf, type Document } from '../texts/documents.js';
import { bundledId, type TextLibrary } from '../texts/library.js';
import { explained } from './as-problem.js';
import { askedRun } from './asked-run.js';
import { LiveRun, type RunCare } from './live-run.js';
import { RunCatalogue, type BareParts } from './run-catalogue.js';
import { costOf, requireBoundedCost, requireFit, settingsOf } from './run-settings.js';
import { createRunShelf, type Place, type RunShelf, type ShelfLimits } from './run-shelf.js';

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
  /** How the code of models is kept from this computer, whatever a run says of it. */
  readonly isolation?: IsolationWishes;
  /** Whether runs of a folder that is named go on unasked; default: a person confirms it. */
  readonly isYes?: boolean | undefined;
}

/** What is kept with a run of its texts. */
interface FilesOfText {
  readonly files: RunSpec['text'];
}

const cannotResume = {
  running: 'is under way',
  waiting: 'is under way: it waits until other runs leave room for it',
  ended: 'has ended: fork it at a step to go on otherwise',
  corrupt: 'has a journal that cannot be read',
} as const;

/** Begins, stops, resumes, forks and forgets the runs of one server. */
export class RunManager {
  readonly catalogue: RunCatalogue;
  readonly #options: RunManagerOptions;
  readonly #shelf: RunShelf;
  /** Runs that are not kept have their journals here, so that they can be resumed and forked too. */
  readonly #memory = memoryStore();

  constructor(options: RunManagerOptions) {
    this.#options = options;
    this.#shelf = createRunShelf(options.limits, ({ parts }) => {
      // Of one that is kept in the folder, the journal stays.
      if (!parts.durable) this.#memory.remove(parts.id).catch(() => undefined);
    });
    this.catalogue = new RunCatalogue({ ...options, shelf: this.#shelf });
  }

  async start(client: string, asked: NewRun): Promise<RunInfo> {
    const { models, costs } = this.#options;
    return this.#inPlace(client, async (place) => {
      const model = await models.specOf(asked.model, asked.subModel, asked.endpoint);
      const settings = settingsOf(asked, model, costs);
      const isTour = model.kind === 'tour';
      const durable = asked.durable ?? false;
      const { files, ...own } = await this.#textsOf(isTour ? { texts: [bundledId] } : asked, {
        durable,
        place,
        model,
      });
      const question = isTour ? tourQuestion : asked.question;
      const project = process.cwd();
      const spec = specOf({ question, project, text: files, model, settings });
      const parts = { id: newRunId(), client, durable, spec, made: Date.now(), ...own };
      const create = (): Promise<RunJournal> =>
        this.#storeOf(durable).create({ runId: parts.id, spec });
      return this.#begin({ ...parts, journalBytes: 0 }, create, asked.endpoint);
    });
  }

  /** What began a run, to be asked again with changes. */
  async asked(id: string): Promise<AskedRun> {
    const { models, costs, texts } = this.#options;
    // Throws for a run that there is not.
    await this.catalogue.info(id);
    const { textIds = [], ...run } = await this.catalogue.asked(id);
    const listed = new Set((await texts.list()).map((text) => text.id));
    const isThere = textIds.length > 0 && textIds.every((textId) => listed.has(textId));
    const own = isThere ? { texts: textIds } : { texts: [], textsOf: id };
    const { endpoint, ...asked } = askedRun({ ...run, texts: own }, models, costs);
    // A person types a key beside it: an address that may come from anybody is not offered.
    const isOffered = endpoint !== undefined && (await this.catalogue.planOf(id)) === undefined;
    return isOffered ? { ...asked, endpoint } : asked;
  }

  /** Stops a run; it can be resumed. */
  stop(id: string): void {
    const run = this.#shelf.find(id);
    if (run === undefined || run.parts.replayOf !== undefined) throw goesOnElsewhere(id);
    run.stop('it was stopped in the page');
  }

  /** Goes on with a run that has stopped. */
  async resume(
    client: string,
    id: string,
    { endpoint, confirmed }: ResumeRun = {},
  ): Promise<RunInfo> {
    const { status } = await this.catalogue.info(id);
    if (status !== 'open' && status !== 'suspended' && status !== 'failed') {
      throw new ProblemError('conflict', `the run ${id} ${cannotResume[status]}`);
    }
    return this.#inPlace(client, async (place) => {
      await this.catalogue.requireConfirmed(id, { confirmed });
      const parts = await this.catalogue.partsOf(id, place);
      requireBoundedCost(parts.spec, this.#options.costs);
      const open = (): Promise<RunJournal> => this.#storeOf(parts.durable).open(id);
      return this.#begin({ ...parts, client }, open, endpoint);
    });
  }

  /** Takes the steps of a run over up to one, and goes on from there as a new run. */
  async fork(client: string, id: string, asked: ForkRun): Promise<RunInfo> {
    const { model: modelId, endpoint, confirmed, ...cut } = asked;
    const { status } = await this.catalogue.info(id);
    if (status === 'corrupt') {
      throw new ProblemError('conflict', `the run ${id} ${cannotResume[status]}`);
    }
    const { models, costs } = this.#options;
    return this.#inPlace(client, async (place) => {
      const chosen =
        modelId === undefined ? undefined : await models.specOf(modelId, undefined, endpoint);
      await this.catalogue.requireConfirmed(id, { confirmed, model: chosen });
      const parts = await this.catalogue.partsOf(id, place);
      const { settings: all, ...before } = parts.spec;
      const { maxCostUsd, prices, ...settings } = all;
      const model = chosen ?? before.model;
      requireFit(model, settings, before.model);
      const cost = costOf(model, maxCostUsd, { ...costs, prices: costs.prices ?? prices });
      const spec: RunSpec = { ...before, model, settings: { ...settings, ...cost } };
      const fork = { id: newRunId(), made: Date.now(), from: { run: id, atStep: cut.atStep } };
      const create = (): Promise<RunJournal> =>
        forkRun(this.#storeOf(parts.durable), id, { ...cut, runId: fork.id, spec });
      return this.#begin({ ...parts, ...fork, client, spec }, create, endpoint);
    });
  }

  /** Stops a run, and forgets it. */
  async remove(id: string): Promise<void> {
    const live = this.#shelf.find(id);
    const { durable } = live?.parts ?? (await this.catalogue.info(id));
    live?.stop('it was removed in the page');
    await live?.ended;
    this.#shelf.drop(id);
    const { runs } = this.#options;
    await explained({ runs, runId: id }, () => this.#storeOf(durable).remove(id));
  }

  /** Answers a prompt of a run that is played by hand. */
  reply(id: string, reply: HandReply): void {
    const desk = this.#shelf.find(id)?.parts.desk;
    if (desk === undefined) throw goesOnElsewhere(id);
    desk.reply(reply);
  }

  /** The documents that runs in memory are asked about. */
  documents(): ReadonlySet<Document> {
    return new Set(this.#shelf.all().flatMap(({ parts }) => parts.documents));
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

  async #documents(ids: readonly string[]): Promise<readonly Document[]> {
    if (ids.length === 0) {
      throw new ProblemError('invalid', 'Expected texts to hold the id of a text, got none.');
    }
    return (await Promise.all(ids.map((id) => this.#options.texts.open(id)))).flat();
  }

  /** The texts that are asked about: of the library, or those of another run, which must be the user's own, or confirmed. */
  async #textsOf(
    { texts, textsOf: runId, confirmed }: Pick<NewRun, 'texts' | 'textsOf' | 'confirmed'>,
    { durable, place, model }: { durable: boolean; place: Place; model: ModelSpec },
  ): Promise<Pick<BareParts, 'text' | 'documents' | 'textIds' | 'textBytes'> & FilesOfText> {
    if (runId !== undefined) {
      if (texts.length > 0) {
        throw new ProblemError(
          'invalid',
          'Expected texts to be empty beside textsOf. Leave one out.',
        );
      }
      await this.catalogue.requireConfirmed(runId, { confirmed, model });
      const {
        text,
        documents,
        textIds = [],
        textBytes,
        spec,
      } = await this.catalogue.partsOf(runId, place);
      const isInMemory = durable && documents.length > 0;
      const files = isInMemory ? await this.#keep(documents) : spec.text;
      return { text, documents, textIds, textBytes, files };
    }
    const textIds = [...new Set(texts)];
    const documents = await this.#documents(textIds);
    const files = durable
      ? await this.#keep(documents)
      : { isSingle: documents.length === 1, files: [] };
    return { text: textOf(documents), documents, textIds, textBytes: 0, files };
  }

  async #keep(documents: readonly Document[]): Promise<RunSpec['text']> {
    const { runs } = this.#options;
    await makeOwnFolder(runs);
    return keepDocuments(documents, runs.folder);
  }

  /** Does something that begins a run, for which there must be a place. */
  async #inPlace(client: string, begin: (place: Place) => Promise<RunInfo>): Promise<RunInfo> {
    const place = this.#shelf.take(client);
    try {
      return await begin(place);
    } finally {
      place.leave();
    }
  }

  async #begin(
    parts: BareParts,
    open: () => Promise<RunJournal>,
    endpoint: NamedEndpoint | undefined,
  ): Promise<RunInfo> {
    const { models, care, runs, isolation } = this.#options;
    const { model, question } = parts.spec;
    const desk = openHandDesk();
    return explained({ runs, runId: parts.id }, async () => {
      const modelId = models.idOf(model);
      const run = new LiveRun(
        { ...parts, desk, modelId, replayOf: undefined, isNamedHere: isNamedBy(model, endpoint) },
        care,
        this.#shelf.grow,
      );
      const chosen = await models.open(model, question, { desk, turn: run.turn }, endpoint);
      const { text, spec } = parts;
      await run.begin(
        (given) =>
          beginToAsk({ ...spec.settings, ...isolation, ...chosen, question, text, ...given }),
        await open(),
      );
      this.#shelf.put(run);
      return run.info();
    });
  }
}

const goesOnElsewhere = (id: string): ProblemError =>
  new ProblemError('not_found', `no run ${JSON.stringify(id)} goes on here`);
