import type { BlobRef } from '@rlm/kernel';

import type { JournalLine } from '../lines/lines.js';
import type { OwnerId, FoundRun, LineBatch, LogBackend, RunLog } from '../store/log.js';
import type { BackendRecords } from '../store/records.js';
import type { Cipher } from './cipher.js';
import { encryptedRecords } from './encrypted-records.js';
import { decryptLine, encryptLine } from './encrypted-line.js';

/** Encrypts data before another backend keeps it. */
export class EncryptedBackend implements LogBackend {
  readonly #inner: LogBackend;
  readonly #cipher: () => Promise<Cipher>;
  readonly records?: BackendRecords;

  constructor(inner: LogBackend, cipher: () => Promise<Cipher>) {
    this.#inner = inner;
    this.#cipher = cipher;
    if (inner.records !== undefined) this.records = encryptedRecords(inner.records, cipher);
  }

  async create(
    runId: string,
    owner: OwnerId,
    texts: readonly string[],
  ): Promise<RunLog | undefined> {
    const cipher = await this.#cipher();
    const log = await this.#inner.create(runId, owner, await encrypted(cipher, runId, texts));
    return log && encryptedLog(log, runId, cipher);
  }

  async open(runId: string, owner: OwnerId, takeOver: boolean): Promise<RunLog> {
    const cipher = await this.#cipher();
    return encryptedLog(await this.#inner.open(runId, owner, takeOver), runId, cipher);
  }

  async read(runId: string): Promise<JournalLine[]> {
    return decrypted(await this.#cipher(), runId, await this.#inner.read(runId));
  }

  readBlob(ref: BlobRef): Promise<Uint8Array | undefined> {
    return this.#inner.readBlob(ref);
  }

  async openBlob(sealed: Uint8Array): Promise<Uint8Array> {
    return (await this.#cipher()).unsealBlob(sealed);
  }

  async *list(): AsyncGenerator<FoundRun> {
    const cipher = await this.#cipher();
    for await (const { head, last, ...found } of this.#inner.list()) {
      try {
        const opened = head && (await decryptLine(cipher, found.runId, head));
        const ended = last && (await decryptLine(cipher, found.runId, last as JournalLine));
        yield { ...found, ...(opened && { head: opened }), ...(ended && { last: ended }) };
      } catch {
        // A run without a head is listed as one that cannot be read.
        yield found;
      }
    }
  }

  remove(runId: string): Promise<void> {
    return this.#inner.remove(runId);
  }
}

function encryptedLog(log: RunLog, runId: string, cipher: Cipher): RunLog {
  const sealed = async (batch: LineBatch): Promise<LineBatch> => ({
    ...batch,
    texts: await encrypted(cipher, runId, batch.texts),
  });
  return {
    read: async () => decrypted(cipher, runId, await log.read()),
    append: async (batch) => log.append(await sealed(batch)),
    appendOpen: async (batch) => log.appendOpen(await sealed(batch)),
    sealBlob: (bytes) => cipher.sealBlob(bytes),
    writeBlob: (hash, bytes) => log.writeBlob(hash, bytes),
    close: () => log.close(),
  };
}

function encrypted(cipher: Cipher, runId: string, texts: readonly string[]): Promise<string[]> {
  return Promise.all(texts.map((text) => encryptLine(cipher, runId, text)));
}

/** Throws for the first line that does not open, however quickly a later one fails. */
async function decrypted(
  cipher: Cipher,
  runId: string,
  lines: readonly JournalLine[],
): Promise<JournalLine[]> {
  const opened = await Promise.allSettled(lines.map((line) => decryptLine(cipher, runId, line)));
  return opened.map((line) => {
    if (line.status === 'rejected') throw line.reason;
    return line.value;
  });
}
