import { fenced, writeFailed } from '../errors.js';
import type { LineBody } from '../lines/lines.js';
import { refOf, textOf, withMembers, type LineText } from './line-text.js';
import type { RunLog } from './log.js';
import type { PlacedLine } from './run-store.js';

/** A line that waits for its turn. */
interface WaitingLine extends LineText {
  readonly ms: number;
  readonly resolve: () => void;
  readonly reject: (fault: unknown) => void;
}

/** The position at which an owner's lines continue. */
interface Position {
  n: number;
  epoch: number;
}

/**
 * Writes the lines of one owner in the order of the calls. Lines that come while a write is under way go out together, in
 * one write. After a fault nothing is written any more: every further line is refused with it.
 */
export class LineWriter {
  readonly #runId: string;
  readonly #log: RunLog;
  readonly #position: Position;
  readonly #elapsedMs: () => number;
  #waiting: WaitingLine[] = [];
  #writing: Promise<void> | undefined;
  #fault: { readonly reason: unknown } | undefined;
  /** The `open` line of an owner that has written none yet. */
  #claim: LineBody | undefined;

  constructor(
    runId: string,
    log: RunLog,
    position: Position,
    elapsedMs: () => number,
    claim?: LineBody,
  ) {
    this.#runId = runId;
    this.#log = log;
    this.#position = { ...position };
    this.#elapsedMs = elapsedMs;
    this.#claim = claim;
  }

  /** Resolves when the line is durable and counts. */
  append(line: PlacedLine | LineBody): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#fault !== undefined) throw this.#fault.reason;
      this.#waiting.push({ ...textOf(line), ms: this.#elapsedMs(), resolve, reject });
      this.#writing ??= this.#write();
    });
  }

  /** Refuses all further lines; resolves once waiting ones are written. */
  async close(): Promise<void> {
    await this.#writing;
    this.#fault ??= { reason: writeFailed(this.#runId, 'the journal was closed') };
  }

  async #write(): Promise<void> {
    // Lines that are appended in the same turn join the first write.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        await this.#writeBatch(batch);
        for (const { resolve } of batch) resolve();
      } catch (fault) {
        this.#fault = { reason: fault };
        for (const { reject } of [...batch, ...this.#waiting.splice(0)]) reject(fault);
      }
    }
    this.#writing = undefined;
  }

  async #writeBatch(batch: readonly WaitingLine[]): Promise<void> {
    await this.#writeClaim();
    const { n, epoch } = this.#position;
    const blobs = new Map<string, Uint8Array>();
    const texts: string[] = [];
    for (const { text, blob, ms } of batch) {
      const place = { n: n + texts.length, e: epoch, ms };
      texts.push(withMembers(text, place, blob && (await this.#nameBlob(blob, blobs))));
    }
    const writeBlobs = (): Promise<unknown> =>
      Promise.all(Array.from(blobs, ([hash, bytes]) => this.#log.writeBlob(hash, bytes)));
    await writeBlobs();
    if (!(await this.#log.append({ n, epoch, texts }))) throw fenced(this.#runId, epoch);
    // Who removed another run meanwhile did not see yet that this one names them.
    await writeBlobs();
    this.#position.n += texts.length;
  }

  /** Adds a blob to those that must be written; returns the member of the line that names it. */
  async #nameBlob(bytes: Uint8Array, blobs: Map<string, Uint8Array>): Promise<object> {
    const { hash, member } = await refOf(bytes);
    blobs.set(hash, bytes);
    return member;
  }

  async #writeClaim(): Promise<void> {
    const claim = this.#claim;
    if (claim === undefined) return;
    this.#claim = undefined;
    if (!(await appendOpen(this.#log, this.#position, claim, this.#elapsedMs()))) {
      throw fenced(this.#runId, this.#position.epoch);
    }
    this.#position.n += 1;
    this.#position.epoch += 1;
  }
}

/** Writes the `open` line of an owner after a position; returns whether it counts. */
export function appendOpen(
  log: RunLog,
  { n, epoch }: Position,
  line: LineBody,
  ms: number,
): Promise<boolean> {
  const text = withMembers(textOf(line).text, { n, e: epoch + 1, ms });
  return log.appendOpen({ n, epoch: epoch + 1, texts: [text] });
}
