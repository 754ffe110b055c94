// What a line of a journal costs, beside the fdatasync that a durable one cannot do without. Needs a build.
//
//   node bench/journal.bench.mjs [the folder to write in; the system's folder for temporary files may be in memory]
import { closeSync, fdatasync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { printRatios } from '@rlm/config/bench';
import { memoryStore } from '@rlm/journal';
import { jsonlStore } from '@rlm/journal/jsonl';
import { sqliteStore } from '@rlm/journal/sqlite';

const folder = mkdtempSync(join(process.argv[2] ?? tmpdir(), 'rlm-bench-'));
const lines = 50;
const value = { text: 'x'.repeat(2_000), usage: { inputTokens: 1_000, outputTokens: 100 } };
const bytes = Buffer.from(`${JSON.stringify(value)}\n`);
const file = openSync(join(folder, 'plain'), 'a');
const datasync = promisify(fdatasync);
const stores = {
  'jsonlStore()': jsonlStore({ folder }),
  'jsonlStore({ sync: false })': jsonlStore({ folder, sync: false }),
  'sqliteStore()': sqliteStore({ file: join(folder, 'runs.db'), driver: 'libsql' }),
  'memoryStore()': memoryStore(),
};

for (const [name, store] of Object.entries(stores)) {
  const journal = await store.create();
  const stream = journal.stream('');
  let step = 0;
  await printRatios([
    {
      what: `a line of 2 kB in ${name}`,
      async ours() {
        for (let line = 0; line < lines; line += 1) {
          step += 1;
          const key = `/${step}/model/a#0`;
          await stream.append({ t: 'effect', step, kind: 'model', key, value });
        }
      },
      beside: 'written, and fdatasync',
      async plain() {
        for (let line = 0; line < lines; line += 1) {
          writeSync(file, bytes);
          await datasync(file);
        }
      },
      count: lines,
    },
  ]);
  await journal.close();
}
closeSync(file);
rmSync(folder, { recursive: true });
