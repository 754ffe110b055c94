import { describe, expect, it } from 'vitest';

import { memoryStore } from '../src/index.js';
import { jsonlStore } from '../src/jsonl/index.js';
import { testStore } from '../src/testing/index.js';
import { temporaryFolder } from './support/temporary-folder.js';

testStore(
  {
    name: 'memoryStore',
    open: () => Promise.resolve({ store: memoryStore(), close: () => Promise.resolve() }),
  },
  { describe, it, expect },
);

testStore(
  {
    name: 'jsonlStore',
    async open() {
      const { folder, remove } = await temporaryFolder();
      return { store: jsonlStore({ folder }), close: remove };
    },
  },
  { describe, it, expect },
);
