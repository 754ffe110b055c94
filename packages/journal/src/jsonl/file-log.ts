import { closeSync, fdatasync, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';

import { messageOf } from '@rlm/repl-types/internal';

import { noFile, notFound, writeFailed } from '../errors.js';
import type { JournalLine } from '../lines/lines.js';
import type { LineBatch, RunLog } from '../store/log.js';
import type { Blobs } from './blobs.js';
import { sealLine } from './line-seal.js';
import type { Lock } from './lock.js';
import { readContents } from './read-file.js';
import { readRegular } from './regular-file.js';

const datasync = promisify(fdatasync);

/** The file of one run, in the hands of one owner. */
export class FileLog implements RunLog {
  readonly #runId: string;
  readonly #file: string;
  readonly #blobs: Blobs;
  readonly #lock: Lock;
  readonly #sync: boolean;
  #descriptor: number | undefined;
  /** How long the file is, as far as this owner has seen it. */
  #size = 0;

  constructor(runId: string, file: string, blobs: Blobs, lock: Lock, sync: boolean) {
    this.#runId = runId;
    this.#file = file;
    this.#blobs = blobs;
    this.#lock = lock;
    this.#sync = sync;
  }

  async read(): Promise<JournalLine[]> {
    const bytes = await readJournal(this.#runId, this.#file);
    const { lines, wholeBytes } = readContents(this.#runId, bytes);
    if (wholeBytes < bytes.length) this.#cut(wholeBytes, bytes.length);
    this.#size = wholeBytes;
    return lines;
  }

  async append({ texts }: LineBatch): Promise<boolean> {
    const bytes = Buffer.from(texts.map(sealLine).join(''));
    let done = 0;
    try {
      const descriptor = this.#opened();
      while (done < bytes.length) done += writeSync(descriptor, bytes, done);
      if (this.#sync) await datasync(descriptor);
      const { size } = fstatSync(descriptor);
      if (size === this.#size + bytes.length) {
        this.#size = size;
        return true;
      }
    } catch (fault) {
      this.#takeBack(done);
      throw writeFailed(this.#runId, messageOf(fault), fault);
    }
    return this.#lookAgain(texts);
  }

  appendOpen(batch: LineBatch): Promise<boolean> {
    return this.append(batch);
  }

  async writeBlob(hash: string, bytes: Uint8Array): Promise<void> {
    try {
      await this.#blobs.write(hash, bytes);
    } catch (fault) {
      throw writeFailed(this.#runId, messageOf(fault), fault);
    }
  }

  async close(): Promise<void> {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
    await this.#lock.release();
  }

  /** Cuts off the output of a failed write, so that it can be tried again. */
  #takeBack(written: number): void {
    try {
      const descriptor = this.#opened();
      // If another owner has written meanwhile, the file does not change: lines are distinguished by their epochs.
      const isMine = fstatSync(descriptor).size === this.#size + written;
      if (isMine && written > 0) ftruncateSync(descriptor, this.#size);
    } catch {
      // A torn line is cut when the run is opened again.
    }
  }

  #opened(): number {
    this.#descriptor ??= openSync(this.#file, 'a', 0o600);
    return this.#descriptor;
  }

  /** Cuts off the partial line of a killed owner. */
  #cut(wholeBytes: number, seen: number): void {
    try {
      const descriptor = openSync(this.#file, 'r+');
      try {
        // If the file has grown meanwhile, a live owner is writing: its line is not torn.
        if (fstatSync(descriptor).size === seen) ftruncateSync(descriptor, wholeBytes);
      } finally {
        closeSync(descriptor);
      }
    } catch (fault) {
      throw writeFailed(this.#runId, messageOf(fault), fault);
    }
  }

  /** Another process has written to the file: returns whether the lines just written still count. */
  async #lookAgain(texts: readonly string[]): Promise<boolean> {
    const mine = JSON.parse(texts.at(-1) ?? '') as JournalLine;
    const bytes = await readJournal(this.#runId, this.#file);
    const { lines, epoch } = readContents(this.#runId, bytes);
    const counts = lines.some(
      (line) =>
        line.e === mine.e &&
        line.n === mine.n &&
        (line.t !== 'open' || mine.t !== 'open' || line.by === mine.by),
    );
    // With a newer owner the next line does not count, so the size stays one that will not fit.
    if (counts && epoch === mine.e) this.#size = bytes.length;
    return counts;
  }
}

/** The bytes of a journal. Throws `journal_not_found`, and `journal_corrupt` if it is not a file. */
export async function readJournal(runId: string, file: string): Promise<Buffer> {
  try {
    const bytes = await readRegular(file);
    if (bytes !== undefined) return bytes;
    throw noFile(runId);
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'ENOENT') throw notFound(runId);
    throw fault;
  }
}
