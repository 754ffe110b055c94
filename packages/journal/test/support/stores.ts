import { join } from 'node:path';

import type { RunStore } from '../../src/index.js';
import { jsonlStore } from '../../src/jsonl/index.js';
import { sqliteStore } from '../../src/sqlite/index.js';

/** The stores that several processes of one machine share, each in a folder. */
export const sharedStores: Readonly<Record<string, (folder: string) => RunStore>> = {
  jsonlStore: (folder) => jsonlStore({ folder }),
  sqliteStore: (folder) => sqliteStore({ file: join(folder, 'runs.db') }),
};

/** The store of a name, in a folder. */
export function storeIn(folder: string, name: string): RunStore {
  const make = sharedStores[name];
  if (make === undefined) throw new Error(`no store is called ${name}`);
  return make(folder);
}
