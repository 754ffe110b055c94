import { randomBytes } from 'node:crypto';
import { join } from 'node:path';

import { roughBytes } from '@rlm/repl-types/internal';

import { addressesName, readAddresses } from '../../addresses.js';
import type { TextInfo } from '../../api.js';
import { createClientQuota } from '../client-quota.js';
import { ProblemError } from '../http/problem.js';
import type { Document } from './documents.js';

/** How much text is kept. */
export interface LibraryLimits {
  /** Of memory: two for each character, and what a name and a place in the list take. */
  readonly bytesInAll: number;
  readonly bytesPerClient: number;
  readonly charactersOfOne: number;
}

/** A text that was sent. */
interface Upload {
  readonly info: TextInfo;
  readonly client: string;
  readonly bytes: number;
  readonly document: Document;
  /** Whether it can be asked about: one that was removed is there as long as a run has it. */
  isListed: boolean;
}

/** The texts that can be asked about: the bundled ones, and those that were sent. */
export interface TextLibrary {
  list(): Promise<readonly TextInfo[]>;
  /** How many characters the next text of a client may have. Throws if there is no room for any. */
  maxCharacters(client: string): number;
  /** The same text by the same name is added once, with what was guessed of its encoding. Throws if there is no room for it. */
  add(client: string, name: string, text: string, guess?: string): TextInfo;
  /** The answer to a client whose text is too long. */
  tooLong(client: string, message: string): ProblemError;
  /** Runs that were asked about it keep it, and it counts as long as they do. */
  remove(id: string): void;
  /** The documents of one text, and whether it is a single file. */
  open(id: string): Promise<readonly Document[]>;
}

/** What {@link roughBytes} counts. */
const bytesPerCharacter = 2;

/** The text that every server has. */
export const bundledId = 'state-of-the-union';

/**
 * The texts of one server, in memory.
 *
 * @param inUse The documents that runs in memory have.
 */
export function createTextLibrary(
  limits: LibraryLimits,
  inUse: () => ReadonlySet<Document>,
): TextLibrary {
  const uploads = new Map<string, Upload>();
  const quota = createClientQuota({
    inAll: limits.bytesInAll,
    perClient: limits.bytesPerClient,
  });
  let bundled: Promise<readonly Document[]> | undefined;

  const forgetRemoved = (): void => {
    const removed = [...uploads.values()].filter(({ isListed }) => !isListed);
    if (removed.length === 0) return;
    const used = inUse();
    for (const { info, client, bytes, document } of removed) {
      if (used.has(document)) continue;
      uploads.delete(info.id);
      quota.free(client, bytes);
    }
  };
  const noQuota = (): ProblemError =>
    new ProblemError(
      'busy',
      `this text does not fit: a client may keep ${mega(limits.bytesPerClient)}, all together ${mega(limits.bytesInAll)}, two bytes for each character. Remove texts that are not needed any more, and runs that were asked about texts that are removed`,
    );
  const charactersLeft = (client: string): number =>
    Math.floor(Math.max(0, quota.left(client)) / bytesPerCharacter);

  const openBundled = (): Promise<readonly Document[]> => {
    bundled ??= readAddresses().then(({ value, folder }) =>
      Object.entries(value).map(([name, text]) => ({ name, text, path: join(folder, name) })),
    );
    return bundled;
  };
  const find = (id: string): Upload => {
    const upload = uploads.get(id);
    if (upload?.isListed === true) return upload;
    throw new ProblemError('not_found', `there is no text ${JSON.stringify(id)}: send it again`);
  };

  return {
    async list() {
      const documents = await openBundled();
      const own: TextInfo = {
        id: bundledId,
        name: addressesName,
        characters: documents.reduce((count, { text }) => count + text.length, 0),
        files: documents.length,
        bundled: true,
      };
      const listed = [...uploads.values()].filter(({ isListed }) => isListed);
      return [own, ...listed.map(({ info }) => info)];
    },
    maxCharacters(client) {
      if (charactersLeft(client) < limits.charactersOfOne) forgetRemoved();
      const characters = Math.min(charactersLeft(client), limits.charactersOfOne);
      if (characters > 0) return characters;
      throw noQuota();
    },
    add(client, name, text, guess) {
      for (const { info, document, isListed, client: owner } of uploads.values()) {
        if (!isListed || owner !== client || document.name !== name) continue;
        if (document.text === text) return info;
      }
      const id = randomBytes(6).toString('hex');
      const info: TextInfo = { id, name, characters: text.length, files: 1, bundled: false };
      const document = guess === undefined ? { name, text } : { name, text, guess };
      const bytes = roughBytes([info, document]);
      if (bytes > quota.left(client)) forgetRemoved();
      if (quota.take(client, bytes) !== undefined) throw noQuota();
      uploads.set(id, { info, client, bytes, document, isListed: true });
      return info;
    },
    tooLong: (client, message) =>
      charactersLeft(client) < limits.charactersOfOne
        ? noQuota()
        : new ProblemError('too_large', `${message}. Send it in parts`),
    remove(id) {
      if (id === bundledId) {
        throw new ProblemError('conflict', 'the bundled texts cannot be removed');
      }
      find(id).isListed = false;
      forgetRemoved();
    },
    open: async (id) => (id === bundledId ? openBundled() : [find(id).document]),
  };
}

const mega = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MB`;
