import { join } from 'node:path';

import { hostileData } from '@rlm/config/hostile-data';
import { describe, expect, it } from 'vitest';

import { memoryStore } from '../src/index.js';
import { jsonlStore } from '../src/jsonl/index.js';
import { sqliteStore } from '../src/sqlite/index.js';
import { testStore } from '../src/testing/index.js';
import { temporaryFolder } from './support/temporary-folder.js';

testStore(
  {
    name: 'memoryStore',
    hasRecords: true,
    open: () => Promise.resolve({ store: memoryStore(), close: () => Promise.resolve() }),
  },
  { describe, it, expect },
);

testStore(
  {
    name: 'jsonlStore',
    hasRecords: true,
    async open() {
      const { folder, remove } = await temporaryFolder();
      return { store: jsonlStore({ folder }), close: remove };
    },
  },
  { describe, it, expect },
);

const hasNodeSqlite = process.getBuiltinModule('node:sqlite') !== undefined;

describe.each([
  { driver: 'libsql', isThere: true },
  { driver: 'node:sqlite', isThere: hasNodeSqlite },
] as const)('with the driver $driver', ({ driver, isThere }) => {
  const note = isThere ? '' : ` (skipped: Node.js ${process.versions.node} has no node:sqlite)`;
  describe.skipIf(!isThere)(`a file of SQLite${note}`, () => {
    testStore(
      {
        name: 'sqliteStore',
        hasRecords: true,
        async open() {
          const { folder, remove } = await temporaryFolder();
          return { store: sqliteStore({ file: join(folder, 'runs.db'), driver }), close: remove };
        },
      },
      { describe, it, expect },
    );
  });
});

describe('a journal', () => {
  it.each(hostileData)('refuses a spec with $name, and names the part', async ({ make }) => {
    const creating = memoryStore().create({ spec: { in: make() } });
    await expect(creating).rejects.toMatchObject({
      code: 'invalid_option',
      message: expect.stringMatching(/\bspec .*JSON data: .*\. spec\.in/) as string,
    });
  });
});
