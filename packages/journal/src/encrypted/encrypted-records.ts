import { JournalError } from '../errors.js';
import type { BackendRecords } from '../store/records.js';
import type { Cipher } from './cipher.js';

/** Records that are encrypted before another backend keeps them, each authenticated with its name. */
export function encryptedRecords(
  inner: BackendRecords,
  cipher: () => Promise<Cipher>,
): BackendRecords {
  const open = async (
    name: string,
  ): Promise<{ readonly sealed?: string; readonly text?: string }> => {
    const sealed = await inner.read(name);
    if (sealed === undefined) return {};
    try {
      return { sealed, text: await (await cipher()).unseal(sealed, placeOf(name)) };
    } catch {
      throw new JournalError(
        'journal_corrupt',
        `The record "${name}" cannot be decrypted with this key: it was written with another key, or altered. Restore it from a copy, or choose another name.`,
        { runId: name },
      );
    }
  };
  return {
    read: async (name) => (await open(name)).text,
    async write(name, text, before) {
      const found = await open(name);
      if (found.text !== before) return false;
      return inner.write(name, await (await cipher()).seal(text, placeOf(name)), found.sealed);
    },
  };
}

function placeOf(name: string): string {
  return JSON.stringify(['record', name]);
}
