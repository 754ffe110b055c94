/**
 * What a line of a journal costs, beside the `fdatasync` that it cannot do without. Reads the built package:
 * `pnpm --filter '@rlm/journal...' build && pnpm bench` here. An argument names the folder to write in (default: the
 * system's folder for temporary files, which may be in memory); a second one the port of a Redis on this machine.
 */
import { closeSync, fdatasync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { memoryStore } from '../dist/index.js';
import { redisStore } from '../dist/bullmq.js';
import { jsonlStore } from '../dist/jsonl.js';
import { sqliteStore } from '../dist/sqlite.js';

const redisPort = Number(process.argv[3] ?? 0);
const rounds = 21;
const linesARound = 96;
const value = { text: 'x'.repeat(2_000), usage: { inputTokens: 1_000, outputTokens: 100 } };
const folder = mkdtempSync(join(process.argv[2] ?? tmpdir(), 'rlm-bench-'));
const datasync = promisify(fdatasync);

/** What is measured: each makes what appends one line. */
const subjects = {
  'write and fdatasync': () => {
    const descriptor = openSync(join(folder, 'bare'), 'a');
    const bytes = Buffer.from(`${JSON.stringify(value)}\n`);
    return {
      append: () => (writeSync(descriptor, bytes), datasync(descriptor)),
      close: () => closeSync(descriptor),
    };
  },
  jsonl: () => journalOf(jsonlStore({ folder })),
  'jsonl, sync: false': () => journalOf(jsonlStore({ folder, sync: false })),
  'sqlite, libsql': () => sqliteJournal('libsql'),
  ...(process.getBuiltinModule('node:sqlite') && {
    'sqlite, node:sqlite': () => sqliteJournal('node:sqlite'),
  }),
  ...(redisPort && {
    redis: () => journalOf(redisStore({ connection: { host: '127.0.0.1', port: redisPort } })),
  }),
  memory: () => journalOf(memoryStore()),
};

const sqliteJournal = (driver) =>
  journalOf(sqliteStore({ file: join(folder, `${driver.slice(0, 4)}.db`), driver }));

async function journalOf(store) {
  const journal = await store.create();
  const stream = journal.stream('');
  let step = 0;
  return {
    append: () =>
      stream.append({ t: 'effect', step: ++step, kind: 'model', key: `/${step}/model/a#0`, value }),
    close: () => journal.close(),
  };
}

/** Milliseconds a line in each round: the subjects take turns, since a disk has better and worse moments. */
async function measure(atOnce) {
  const opened = await Promise.all(
    Object.entries(subjects).map(async ([name, subject]) => ({
      name,
      ...(await subject()),
      times: [],
    })),
  );
  for (let round = 0; round < rounds; round += 1) {
    for (const { append, times } of opened) {
      const start = performance.now();
      for (let done = 0; done < linesARound; done += atOnce) {
        await Promise.all(Array.from({ length: atOnce }, append));
      }
      times.push((performance.now() - start) / linesARound);
    }
  }
  for (const { close } of opened) await close();
  return new Map(opened.map(({ name, times }) => [name, times.sort((a, b) => a - b)[rounds >> 1]]));
}

const [single, many] = [await measure(1), await measure(16)];
console.log('a line of 2 kB, median'.padEnd(24), 'ms, one by one', 'ms, 16 at once');
for (const name of Object.keys(subjects)) {
  const [one, other] = [single.get(name), many.get(name)].map((ms) => ms.toFixed(3).padStart(14));
  console.log(name.padEnd(24), one, other);
}
rmSync(folder, { recursive: true });
// The connection to Redis would keep the process alive.
process.exit(0);
