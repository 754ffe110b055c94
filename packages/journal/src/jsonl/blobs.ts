import { open, readdir, rename, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';

import type { BlobRef } from '@rlm/kernel';
import { randomHex } from '@rlm/kernel/internal';

import { blobsNamedBy } from '../lines/blobs-named.js';
import type { Places } from './places.js';
import { makeFolder, readRegular } from './regular-file.js';
import { syncFolder } from './sync-folder.js';

/** The suffix of a blob while it is checked whether a journal still names it. */
const removed = '.removed';

/** The long values of a store, each a file by its SHA-256. */
export class Blobs {
  readonly #places: Places;
  readonly #sync: boolean;

  constructor(places: Places, sync: boolean) {
    this.#places = places;
    this.#sync = sync;
  }

  /** Writes bytes under a temporary name, makes them durable, and renames them. */
  async write(hash: string, bytes: Uint8Array): Promise<void> {
    const file = this.#places.blob(hash);
    const there = await stat(file).catch(() => undefined);
    if (there?.size === bytes.length) return;
    // A copied folder of journals may lack it.
    await makeFolder(this.#places.blobs, { parents: false });
    const temporary = `${file}.${randomHex(8)}.tmp`;
    const handle = await open(temporary, 'wx', 0o600);
    try {
      await handle.writeFile(bytes);
      if (this.#sync) await handle.datasync();
    } catch (fault) {
      await unlink(temporary).catch(() => undefined);
      throw fault;
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
    if (this.#sync) await syncFolder(this.#places.blobs);
  }

  async read({ blob }: BlobRef): Promise<Uint8Array | undefined> {
    const file = this.#places.blob(blob);
    for (const path of [file, file + removed, file]) {
      const bytes = await readRegular(path).catch(() => undefined);
      if (bytes !== undefined) return bytes;
    }
    return undefined;
  }

  /**
   * Deletes those of some blobs that no journal names. Each is renamed before the journals are read: who is about to name one
   * finds it missing after its line is written, and writes it again.
   */
  async removeUnnamed(hashes: readonly string[]): Promise<void> {
    const left = new Set<string>();
    for (const hash of hashes) {
      const file = this.#places.blob(hash);
      await rename(file, file + removed).catch(() => undefined);
      left.add(hash);
    }
    const names = left.size === 0 ? [] : await readdir(this.#places.folder);
    for (const name of names.filter((each) => each.endsWith('.jsonl'))) {
      const bytes = await readRegular(join(this.#places.folder, name)).catch(() => undefined);
      for (const hash of blobsNamedBy(bytes?.toString('latin1') ?? '')) {
        if (!left.delete(hash)) continue;
        const file = this.#places.blob(hash);
        await rename(file + removed, file).catch(() => undefined);
      }
    }
    for (const hash of left) await unlink(this.#places.blob(hash) + removed).catch(() => undefined);
  }
}
