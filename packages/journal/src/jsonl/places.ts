import { join } from 'node:path';

/** The paths in the folder of a store. */
export class Places {
  readonly folder: string;
  readonly blobs: string;

  constructor(folder: string) {
    this.folder = folder;
    this.blobs = join(folder, 'blobs');
  }

  journal(runId: string): string {
    return join(this.folder, `${runId}.jsonl`);
  }

  lock(runId: string): string {
    return join(this.folder, `${runId}.lock`);
  }

  /** The folder of a record: a file for each version that is still there. */
  record(name: string): string {
    return join(this.folder, 'budgets', name);
  }

  blob(hash: string): string {
    return join(this.blobs, hash);
  }
}
