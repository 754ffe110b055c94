import { randomBytes } from 'node:crypto';
import { join } from 'node:path';

import { addressesName, readAddresses } from '../../addresses.js';
import type { TextInfo } from '../api.js';
import { ProblemError } from '../http/problem.js';
import type { Document } from './documents.js';

/** The bytes that texts may have, as they came. */
export interface LibraryLimits {
  readonly bytesInAll: number;
  readonly bytesPerClient: number;
}

/** A text that was sent. */
interface Upload {
  readonly info: TextInfo;
  readonly client: string;
  readonly bytes: number;
  readonly document: Document;
}

/** The texts that can be asked about: the bundled ones, and those that were sent. */
export interface TextLibrary {
  list(): Promise<readonly TextInfo[]>;
  /** Throws where there is no room for so many bytes more. */
  requireRoom(client: string, bytes: number): void;
  add(client: string, name: string, bytes: number, text: string): TextInfo;
  /** Runs that were asked about it keep it. */
  remove(id: string): void;
  /** The documents of one text, and whether it is a single file. */
  open(id: string): Promise<readonly Document[]>;
}

/** The text that every server has. */
export const bundledId = 'state-of-the-union';

/** The texts of one server, in memory. */
export function createTextLibrary(limits: LibraryLimits): TextLibrary {
  const uploads = new Map<string, Upload>();
  let bundled: Promise<readonly Document[]> | undefined;

  const openBundled = (): Promise<readonly Document[]> => {
    bundled ??= readAddresses().then(({ value, folder }) =>
      Object.entries(value).map(([name, text]) => ({ name, text, path: join(folder, name) })),
    );
    return bundled;
  };
  const find = (id: string): Upload => {
    const upload = uploads.get(id);
    if (upload !== undefined) return upload;
    throw new ProblemError('not_found', `there is no text ${JSON.stringify(id)}: send it anew`);
  };
  const sum = (of: readonly Upload[]): number => of.reduce((bytes, each) => bytes + each.bytes, 0);

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
      return [own, ...[...uploads.values()].map(({ info }) => info)];
    },
    requireRoom(client, bytes) {
      const all = [...uploads.values()];
      const hisOwn = all.filter((upload) => upload.client === client);
      if (sum(hisOwn) + bytes <= limits.bytesPerClient && sum(all) + bytes <= limits.bytesInAll) {
        return;
      }
      throw new ProblemError(
        'busy',
        `there is no room for this text: a client may send ${mega(limits.bytesPerClient)}, all together ${mega(limits.bytesInAll)}. Remove texts that are not needed any more`,
      );
    },
    add(client, name, bytes, text) {
      const id = randomBytes(6).toString('hex');
      const info: TextInfo = { id, name, characters: text.length, files: 1, bundled: false };
      uploads.set(id, { info, client, bytes, document: { name, text } });
      return info;
    },
    remove(id) {
      if (id === bundledId) {
        throw new ProblemError('conflict', 'the bundled texts cannot be removed');
      }
      uploads.delete(find(id).info.id);
    },
    open: async (id) => (id === bundledId ? openBundled() : [find(id).document]),
  };
}

const mega = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MB`;
