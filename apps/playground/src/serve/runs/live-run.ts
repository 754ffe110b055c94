import type { EngineEvent } from '@rlm/penguin-engine';
import type { Clock, RunJournal } from '@rlm/kernel';
import { createChanges } from '@rlm/repl-types/internal';
import { writeTrajectory, type RlmEvent } from '@rlm/runner';

import type { QuestionOptions } from '../../ask.js';
import type { ReadText } from '../../read-text.js';
import type { RunSpec } from '../../runs/run-spec.js';
import type { TaskSpec } from '../../runs/task-spec.js';
import type { RunInfo } from '../../api.js';
import type { HandDesk } from '../models/hand-desk.js';
import type { Document } from '../texts/documents.js';
import { countedJournal } from './counted-journal.js';
import { createRunTurn, type RunTurn, type SharedSemaphores } from '../turns/run-turn.js';
import type { KeptInfo } from './kept-info.js';
import { knownCost, problemOf, statusOf, type Outcome } from './outcome.js';
import { waitToOpen } from './wait-to-open.js';
import { EventLog } from './event-log.js';

/** All that one run is made of. */
export interface RunParts {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly made: number;
  /** The client that began it. */
  readonly client: string;
  readonly modelId: string;
  readonly durable: boolean;
  /** The kept run, if it is only shown again: then nothing is asked, and it counts for no client. */
  readonly replayOf?: KeptInfo | undefined;
  readonly from?: RunInfo['from'];
  readonly text: ReadText;
  /** What of the text the library has, and counts. */
  readonly documents: readonly Document[];
  /** Their ids there; absent of a run that is only kept. */
  readonly textIds?: readonly string[];
  /** Bytes of a text that was read again for this run alone. */
  readonly textBytes: number;
  /** Bytes that its journal has in memory when it begins. */
  readonly journalBytes: number;
  readonly spec: RunSpec | TaskSpec;
  /** Whether the page named the endpoint of its models. */
  readonly isNamedHere?: boolean;
  /** Set if a person is the model. */
  readonly desk?: HandDesk | undefined;
}

/** How runs are looked after. */
export interface RunCare {
  readonly clock: Clock;
  /** Where runs about large texts wait for each other. */
  readonly semaphores: SharedSemaphores;
  /** How long a run goes on without a reader. */
  readonly graceMs: number;
  /** Called with faults that are not the run's. */
  readonly onFault: (error: unknown) => void;
  /** What a run may keep in memory beside its text: its events, its journal, the prompts that wait for a person. */
  readonly maxBytes: number;
}

/** Makes space for a run that keeps more and more. */
export type OnGrowth = (run: LiveRun) => void;

/** How much more a run keeps before it is looked at what all runs keep. */
const growthBytes = 2 ** 20;

/** A run that has begun. */
export interface StartedRun extends AsyncIterable<RlmEvent | EngineEvent> {
  readonly result: Promise<Outcome>;
}

/** Begins a run with what it is given here. */
type StartRun = (
  given: Required<Pick<QuestionOptions, 'around' | 'abortSignal'>> & {
    readonly journal: RunJournal;
  },
) => Promise<StartedRun>;

/** Why a run was stopped, if its model did not end it. */
class RunStopped extends Error {
  override readonly name = 'RunStopped';
}

const policies = ['repeated_response'];

/** A run that goes on in this process, or went on: its events stay, for whoever comes later. */
export class LiveRun {
  readonly parts: RunParts;
  readonly log = new EventLog();
  readonly turn: RunTurn;
  /** Wakes who reads. */
  readonly changes = createChanges();
  readonly #care: RunCare;
  readonly #onGrowth: OnGrowth;
  #journalBytes: number;
  #toldBytes = 0;
  readonly #controller = new AbortController();
  #readers = 0;
  #steps = 0;
  #waiting: AbortController | undefined;
  #result: Outcome | undefined;
  #status: RunInfo['status'] = 'running';
  #ended: Promise<void> = Promise.resolve();

  constructor(parts: RunParts, care: RunCare, onGrowth: OnGrowth) {
    this.parts = parts;
    this.#care = care;
    this.#onGrowth = onGrowth;
    this.#journalBytes = parts.journalBytes;
    const { client, text } = parts;
    const { characters } = text;
    const onChange = (): void => {
      this.changes.tell();
      this.#grow();
    };
    const { signal } = this.#controller;
    this.turn = createRunTurn(care.semaphores, { client, characters }, signal, onChange);
    if (parts.desk !== undefined) parts.desk.onChange = onChange;
  }

  /** Begins; throws where the run cannot begin. */
  async begin(start: StartRun, journal: RunJournal): Promise<void> {
    const isInMemory = !this.parts.durable && this.parts.replayOf === undefined;
    const count = (bytes: number): void => {
      this.#journalBytes += bytes;
      this.#grow();
    };
    try {
      const run = await start({
        around: (backend) => waitToOpen(backend, () => this.turn.begin()),
        journal: isInMemory ? countedJournal(journal, count) : journal,
        abortSignal: this.#controller.signal,
      });
      this.#ended = this.#finish(run);
    } catch (error) {
      await journal.close();
      throw error;
    }
    this.#watchForReaders();
  }

  /** Resolves when the run has ended, and its journal is closed. */
  get ended(): Promise<void> {
    return this.#ended;
  }

  get hasEnded(): boolean {
    return this.#status !== 'running';
  }

  /** Whether it waits for memory, or for its turn. */
  get isWaiting(): boolean {
    return !this.hasEnded && this.turn.isWaiting;
  }

  get isWatched(): boolean {
    return this.#readers > 0;
  }

  /** Of memory, roughly: what it keeps beside the texts of the library. */
  get keptBytes(): number {
    return this.#ownBytes + this.parts.textBytes;
  }

  get journalBytes(): number {
    return this.#journalBytes;
  }

  get #ownBytes(): number {
    return this.log.bytes + this.#journalBytes + (this.parts.desk?.bytes ?? 0);
  }

  /** Stops it; it can be resumed. */
  stop(reason: string): void {
    this.#controller.abort(new RunStopped(reason));
  }

  /** Counts a reader of the events until the returned function is called. */
  enter(): () => void {
    this.#readers += 1;
    this.#waiting?.abort();
    this.#waiting = undefined;
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      this.#readers -= 1;
      this.#watchForReaders();
    };
  }

  info(): RunInfo {
    const { id, made, modelId, durable, from, spec } = this.parts;
    const result = this.#result;
    const { status, finishReason } = this.parts.replayOf ?? {
      status: this.isWaiting ? 'waiting' : this.#status,
      finishReason: result?.finishReason,
    };
    const total = result?.usage.total;
    const isTask = spec.by === 'rlm task';
    return {
      id,
      question: spec.by === 'rlm task' ? spec.prompt : spec.question,
      model: modelId,
      made: new Date(made).toISOString(),
      status,
      durable,
      steps: this.#steps,
      isTask: isTask ? true : undefined,
      policies: isTask ? undefined : policies,
      from,
      finishReason,
      answer: result?.answer,
      durationMs: result?.durationMs,
      ...problemOf(result?.stop, this.parts),
      tokens: total && total.inputTokens + total.outputTokens,
      costUsd: total && knownCost(total.costUsd, spec),
      canShow: true,
    };
  }

  async #record(run: StartedRun): Promise<void> {
    let isHeader = true;
    for await (const line of writeTrajectory(this.#counted(run))) {
      // The header says of what version a file is; who reads events needs none.
      if (isHeader) isHeader = false;
      else this.log.append(line.trimEnd());
      this.changes.tell();
      this.#grow();
    }
  }

  /** It keeps more than before. */
  #grow(): void {
    if (this.#ownBytes > this.#care.maxBytes)
      this.stop('its events are more than is kept of one run');
    if (this.keptBytes - this.#toldBytes < growthBytes) return;
    this.#toldBytes = this.keptBytes;
    this.#onGrowth(this);
  }

  async *#counted(run: StartedRun): AsyncGenerator<RlmEvent> {
    for await (const event of run) {
      if (event.depth === 0) this.#steps = Math.max(this.#steps, event.step);
      // A trajectory takes the events of any run, as JSON.
      yield event as RlmEvent;
    }
  }

  async #finish(run: StartedRun): Promise<void> {
    try {
      await this.#record(run);
      this.#result = await run.result;
      this.#status = statusOf(this.#result);
    } catch (error) {
      // What is no fault of the run is one of ours: it must not end the server.
      this.#status = 'failed';
      this.#care.onFault(error);
    }
    this.#waiting?.abort();
    this.turn.end();
    this.changes.tell();
  }

  /** Stops the run if it had no reader for a while. */
  #watchForReaders(): void {
    const { clock, graceMs } = this.#care;
    if (this.parts.durable || this.#readers > 0 || this.hasEnded) return;
    this.#waiting?.abort();
    const waiting = new AbortController();
    this.#waiting = waiting;
    clock.sleep(graceMs, waiting.signal).then(
      () => {
        this.stop('its page has gone');
      },
      () => undefined,
    );
  }
}
