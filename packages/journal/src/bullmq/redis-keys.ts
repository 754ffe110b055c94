/** The names of a store's keys. The braces put all of them on one node of a cluster. */
export class RedisKeys {
  readonly #prefix: string;

  constructor(prefix: string) {
    this.#prefix = `{${prefix}}:`;
  }

  /** The set of the runs' ids. */
  get runs(): string {
    return `${this.#prefix}runs`;
  }

  /** The hash of a run: the epoch, and who opened it. */
  run(runId: string): string {
    return `${this.#prefix}run:${runId}`;
  }

  /** The list of a run's lines. */
  lines(runId: string): string {
    return `${this.#prefix}lines:${runId}`;
  }

  /** Who works on a run, for as long as it says so. */
  lease(runId: string): string {
    return `${this.#prefix}lease:${runId}`;
  }

  /** A record: the account of a budget. */
  record(name: string): string {
    return `${this.#prefix}record:${name}`;
  }

  blob(hash: string): string {
    return `${this.#prefix}blob:${hash}`;
  }

  /** The set of the runs that name a blob. */
  named(hash: string): string {
    return `${this.#prefix}named:${hash}`;
  }

  /** The set of the runs that were added to the queue and are not at rest. */
  get queued(): string {
    return `${this.#prefix}queued`;
  }
}
