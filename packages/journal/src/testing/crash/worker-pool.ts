import { Worker } from './worker.js';

/** The processes of crash trials: one works on runs until it is killed, another replays them. */
export class WorkerPool implements AsyncDisposable {
  readonly #script: string;
  readonly #hangMs: number;
  #owner: Promise<Worker> | undefined;
  #replayer: Promise<Worker> | undefined;

  constructor(script: string, hangMs: number) {
    this.#script = script;
    this.#hangMs = hangMs;
  }

  /** A process that lives. */
  async owner(): Promise<Worker> {
    this.#owner = this.#alive(this.#owner);
    return this.#owner;
  }

  /** A process that replays, and is never killed in the midst of a run. */
  async replayer(): Promise<Worker> {
    this.#replayer = this.#alive(this.#replayer);
    return this.#replayer;
  }

  /** Another process, which its caller kills. */
  another(): Promise<Worker> {
    return Worker.start(this.#script, this.#hangMs);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const worker of [this.#owner, this.#replayer]) await (await worker)?.kill();
  }

  async #alive(worker: Promise<Worker> | undefined): Promise<Worker> {
    const known = await worker;
    return known === undefined || known.isGone ? this.another() : known;
  }
}
