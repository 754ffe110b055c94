import { sha256Hex } from '@rlm/repl-types/internal';
import type { BlobRef, NewLine, RunEnd, RunHead, RunLine } from '@rlm/penguin-engine/internal';
import type { EffectStream, RunJournal } from '@rlm/penguin-engine/kernel';

import { JournalError } from '../errors.js';
import type { RunState } from '../lines/run-state.js';
import { checkHead } from './check-head.js';
import type { LineWriter } from './line-writer.js';
import type { RunLog } from './log.js';

/** The journal of one run in the hands of one driver, over the log of a store. */
export class StoredJournal implements RunJournal {
  readonly runId: string;
  readonly seed: string;
  readonly nonce: string;
  readonly elapsedMs: number;
  readonly forkedAt?: number;
  readonly #log: RunLog;
  readonly #writer: LineWriter;
  readonly #state: RunState;
  readonly #recorded = new Map<string, RunLine[]>();

  constructor(state: RunState, log: RunLog, writer: LineWriter) {
    const { head, elapsedMs, lines } = state;
    this.runId = head.run;
    this.seed = head.seed;
    this.nonce = head.nonce;
    this.elapsedMs = elapsedMs;
    if (head.from !== undefined) {
      this.forkedAt = head.from.atStep + (head.from.isReplied === true ? 1 : 0);
    }
    this.#log = log;
    this.#writer = writer;
    this.#state = state;
    for (const { line } of lines) {
      const stream = this.#recorded.get(line.path);
      if (stream === undefined) this.#recorded.set(line.path, [line]);
      else stream.push(line);
    }
  }

  begin(given: RunHead): void {
    const { head } = this.#state;
    checkHead(head, given);
    if (head.hashes !== undefined) return;
    // A fault shows with the next line.
    this.#writer.append({ ...head, ...given }).catch(() => undefined);
  }

  stream(path: string): EffectStream {
    return {
      recorded: this.#recorded.get(path) ?? [],
      append: (line: NewLine) => this.#writer.append({ ...line, path }),
    };
  }

  async readBlob(ref: BlobRef): Promise<Uint8Array> {
    const bytes = await this.#log.readBlob(ref);
    if (bytes !== undefined && (await sha256Hex(bytes)) === ref.blob) return bytes;
    const problem = bytes === undefined ? 'is missing' : 'was altered';
    throw new JournalError(
      'journal_corrupt',
      `The journal of run "${this.runId}" cannot be trusted: its blob ${ref.blob} ${problem}. Restore it from a copy, or remove the run`,
      { runId: this.runId },
    );
  }

  async end(end: RunEnd): Promise<void> {
    // A replay of a run that has ended ends again.
    if (this.#state.end !== undefined && this.#state.end.status !== 'failed') return;
    await this.#writer.append({ t: 'end', ...end });
  }

  async close(): Promise<void> {
    await this.#writer.close();
    await this.#log.close();
  }
}
