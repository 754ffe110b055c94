import { spawnSync } from 'node:child_process';
import { readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { errorWith } from '@rlm/config/error-with';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { sqliteStore } from '../../src/sqlite/index.js';
import { openDatabase } from '../../src/sqlite/database.js';
import { effect, recorded, textsOf, written } from '../../src/testing/cases/material.js';
import { temporaryFolder } from '../support/temporary-folder.js';

let folder: string;
let file: string;
let remove: () => Promise<void>;
beforeEach(async () => {
  ({ folder, remove } = await temporaryFolder());
  file = join(folder, 'deep', 'runs.db');
});
afterEach(() => remove());

const hasNodeSqlite = process.getBuiltinModule('node:sqlite') !== undefined;
const ended = spawnSync(process.execPath, ['-e', '']).pid;

describe('the file of sqliteStore', () => {
  it('is for its owner alone, as those beside it are', async () => {
    const store = sqliteStore({ file });
    const journal = await store.create({ runId: 'run' });
    await journal.stream('').append(effect(1, 'a'));
    const names = await readdir(join(folder, 'deep'));
    expect(names.sort()).toEqual(['runs.db', 'runs.db-shm', 'runs.db-wal']);
    const modes = ['.', ...names].map(async (name) =>
      ((await stat(join(folder, 'deep', name))).mode & 0o777).toString(8),
    );
    expect(await Promise.all(modes)).toEqual(['700', '600', '600', '600']);
    await journal.close();
  });

  it('that is none of SQLite is refused, and stays as it is', async () => {
    file = join(folder, 'diary');
    await writeFile(file, 'Dear diary, '.repeat(1000));
    await expect(sqliteStore({ file }).create()).rejects.toMatchObject({
      code: 'journal_write_failed',
      message: expect.stringContaining('not a database') as string,
    });
    expect(await readFile(file, 'utf8')).toContain('Dear diary');
  });

  it('takes turns with other stores over it', async () => {
    const stores = [sqliteStore({ file }), sqliteStore({ file })];
    const texts = Array.from({ length: 20 }, (_, index) => String(index));
    await Promise.all(
      stores.map((store, index) =>
        written(
          store,
          `run${index}`,
          texts.map((text) => effect(1, text)),
        ),
      ),
    );
    for (const name of ['run0', 'run1']) {
      expect(textsOf(await recorded(sqliteStore({ file }), name))).toEqual(texts);
    }
  });

  it('refuses a line that was altered', async () => {
    const store = sqliteStore({ file });
    await written(store, 'run', [effect(1, 'a'), effect(2, 'b')]);
    const database = await openDatabase(file);
    database.exec('delete from line where n = 3');
    database.close();
    await expect(store.open('run')).rejects.toMatchObject({
      code: 'journal_corrupt',
      details: { runId: 'run', line: 4 },
    });
  });

  it('frees a run whose process is gone, and one that was silent for 10 seconds', async () => {
    const store = sqliteStore({ file });
    const journal = await store.create({ runId: 'run' });
    const change = async (sql: string): Promise<void> => {
      const database = await openDatabase(file);
      database.exec(sql);
      database.close();
    };
    await expect(store.open('run')).rejects.toMatchObject({ details: { pid: process.pid } });
    await change(`update run set owner = json_set(owner, '$.pid', ${ended})`);
    await (await store.open('run')).close();
    await change(`update run set owner = '{"pid":1,"host":"another","since":1}', heard_at = 5`);
    await (await store.open('run')).close();
    await journal.close();
  });
});

describe('the driver of sqliteStore', () => {
  const note = hasNodeSqlite ? ' (skipped: this Node.js has node:sqlite)' : '';
  it.skipIf(hasNodeSqlite)(`is named where it is missing${note}`, async () => {
    await expect(sqliteStore({ file, driver: 'node:sqlite' }).create()).rejects.toThrow(
      errorWith({
        code: 'store_unavailable',
        facts: ['sqliteStore()', 'Node.js 22.13', `Node.js ${process.versions.node}`],
      }),
    );
  });
});
