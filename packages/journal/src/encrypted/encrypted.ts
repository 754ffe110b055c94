import {
  mismatch,
  type OptionFault,
  refuseOption,
  requireWebCrypto,
  unexpected,
} from '@rlm/repl-types/internal';

import { defineStore, partsOf } from '../store/define-store.js';
import type { RunStore } from '../store/run-store.js';
import { createCipher, type Cipher, type EncryptionKey } from './cipher.js';
import { EncryptedBackend } from './encrypted-backend.js';

/**
 * A store that encrypts what it keeps in another store, with AES-GCM: prompts, replies, results, questions, specs and saved
 * interpreters. Each line is authenticated with its run and its number, so a line that was altered, moved, or copied
 * from another run is refused as `journal_corrupt`; missing last lines are not detected.
 *
 * These stay plain, since stores need them: ids of runs, and of each line its number, epoch, type, time, owner and the
 * hash of its blob. Blobs are named by the hash of their ciphertext; equal blobs have equal names. A run without
 * encryption is refused, and so is an encrypted one in a store without the key.
 *
 * The jobs of a BullMQ executor are not in the store, and not encrypted.
 *
 * @param store One of this package's stores.
 * @param key 32 random bytes, or a `CryptoKey` for AES-GCM that may encrypt. Who loses it has lost the runs.
 * @throws InvalidOptionError if `store` is not one of this package's, or `key` has another length or kind.
 *
 * @example
 * const store = encrypted(jsonlStore({ folder: 'runs' }), Buffer.from(process.env.RUNS_KEY, 'base64'));
 */
export function encrypted<Store extends RunStore>(store: Store, key: EncryptionKey): Store {
  requireWebCrypto();
  const parts = partsOf(store);
  if (parts === undefined) {
    const stores = 'memoryStore(), jsonlStore(), sqliteStore() or redisStore()';
    throw refuseOption(unexpected('store', `a store of @rlm/journal: ${stores}`, store));
  }
  const fault = faultOf(key);
  if (fault !== undefined) throw refuseOption(fault);
  const own = key instanceof Uint8Array ? key.slice() : key;
  let cipher: Promise<Cipher> | undefined;
  const backend = new EncryptedBackend(parts.backend, () => (cipher ??= createCipher(own)));
  return Object.freeze({ ...store, ...defineStore(backend, parts.surroundings) });
}

function faultOf(key: unknown): OptionFault | undefined {
  const expected = '32 bytes, or a CryptoKey for AES-GCM that may encrypt';
  if (key instanceof Uint8Array) {
    return key.length === 32 ? undefined : mismatch('key', expected, `${key.length} bytes`);
  }
  const { algorithm, usages } = (key ?? {}) as Partial<CryptoKey>;
  if (algorithm?.name === 'AES-GCM' && usages?.includes('encrypt') === true) return undefined;
  return unexpected('key', expected, key);
}
