import type * as Fs from 'node:fs';
import type * as FsPromises from 'node:fs/promises';
import { appendFile, readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import type { jsonlStore as JsonlStore } from '../../src/jsonl/index.js';
import { sealLine } from '../../src/jsonl/line-seal.js';
import { toArray } from '../../src/store/to-array.js';
import { effect, finalEnd, recorded } from '../../src/testing/cases/material.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** What was made durable: the real calls are made, and counted here. */
const synced = { data: 0, folders: 0, handles: 0 };
/** Whether no new file can be made. */
let isFull = false;
/** Whether no file can be changed. */
let isReadOnly = false;
/** The files and folders that were opened. */
const opened: unknown[] = [];
/** How many bytes each read asked for. */
const reads: number[] = [];
let jsonlStore: typeof JsonlStore;

// The store is loaded anew, over files that count: other tests of this process have loaded it already.
beforeAll(async () => {
  vi.resetModules();
  vi.doMock('node:fs', async (original) => {
    const fs = await original<typeof Fs>();
    const fdatasync = (descriptor: number, done: (fault: Error | null) => void): void => {
      synced.data += 1;
      fs.fdatasync(descriptor, done);
    };
    const openSync: typeof fs.openSync = (path, flags, mode) => {
      if (isReadOnly && flags === 'r+') throw new Error('EROFS: read-only file system');
      return fs.openSync(path, flags, mode);
    };
    return { ...fs, fdatasync, openSync };
  });
  vi.doMock('node:fs/promises', async (original) => {
    const fs = await original<typeof FsPromises>();
    const open: typeof fs.open = async (...given) => {
      opened.push(given[0]);
      if (isFull && String(given[0]).endsWith('.tmp')) throw new Error('ENOSPC: no space left');
      const handle = await fs.open(...given);
      const [sync, datasync] = [handle.sync.bind(handle), handle.datasync.bind(handle)];
      const read = handle.read.bind(handle) as (buffer: Buffer, ...rest: number[]) => unknown;
      handle.read = ((buffer: Buffer, offset: number, length: number, position: number) => {
        reads.push(length);
        return read(buffer, offset, length, position);
      }) as unknown as typeof handle.read;
      handle.sync = () => {
        synced.folders += 1;
        return sync();
      };
      handle.datasync = () => {
        synced.handles += 1;
        return datasync();
      };
      return handle;
    };
    return { ...fs, open };
  });
  ({ jsonlStore } = await import('../../src/jsonl/index.js'));
});
afterAll(() => {
  vi.doUnmock('node:fs');
  vi.doUnmock('node:fs/promises');
  vi.resetModules();
});

let folder: string;
let remove: () => Promise<void>;
beforeEach(async () => {
  ({ folder, remove } = await temporaryFolder());
});
afterEach(() => remove());

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** How many times each kind of sync was called in `work`. */
async function syncsIn(work: () => Promise<unknown>): Promise<typeof synced> {
  const before = { ...synced };
  await work();
  return {
    data: synced.data - before.data,
    folders: synced.folders - before.folders,
    handles: synced.handles - before.handles,
  };
}

describe('a journal of files', () => {
  it('is on the disk, with its name, before a run is created', async () => {
    const store = jsonlStore({ folder });
    const made = await syncsIn(async () => (await store.create({ runId: 'run' })).close());
    expect(made).toEqual({ data: 0, folders: 1, handles: 1 });
  });

  it('has each line on the disk before it counts as written, and each blob with its name', async () => {
    const store = jsonlStore({ folder });
    const journal = await store.create({ runId: 'run' });
    const root = journal.stream('');
    expect(await syncsIn(() => root.append(effect(1, 'a')))).toMatchObject({ data: 1, folders: 0 });
    const long = { ...effect(1, 'b'), value: 'b'.repeat(40_000) };
    expect(await syncsIn(() => root.append(long))).toEqual({ data: 1, folders: 1, handles: 1 });
    await journal.close();
  });

  it('syncs nothing if it is told so', async () => {
    const store = jsonlStore({ folder, sync: false });
    const made = await syncsIn(async () => {
      const journal = await store.create({ runId: 'run' });
      await journal.stream('').append({ ...effect(1, 'b'), value: 'b'.repeat(40_000) });
      await journal.close();
    });
    expect(made).toEqual({ data: 0, folders: 0, handles: 0 });
  });

  it.skipIf(process.platform !== 'linux')(
    `leaves no file open${process.platform === 'linux' ? '' : ' (skipped: there is no /proc)'}`,
    async () => {
      const store = jsonlStore({ folder });
      const open = (): number => readdirSync('/proc/self/fd').filter((name) => name !== '').length;
      const before = open();
      for (let nth = 0; nth < 20; nth += 1) {
        const journal = await store.create({ runId: `run-${nth}` });
        await journal.stream('').append({ ...effect(1, 'b'), value: `${nth}`.repeat(40_000) });
        await journal.end(finalEnd);
        await journal.close();
        // A line that was torn is cut off.
        await appendFile(join(folder, `run-${nth}.jsonl`), '{"t":"eff');
        await (await store.open(`run-${nth}`)).close();
      }
      // Some are opened and closed in the background by Node.js itself.
      expect(open() - before).toBeLessThan(10);
    },
  );

  it('can be made by the same name as soon as there is room for it', async () => {
    const store = jsonlStore({ folder, waitMs: 0 });
    isFull = true;
    const refused = store.create({ runId: 'run' }).finally(() => {
      isFull = false;
    });
    await expect(refused).rejects.toMatchObject({ code: 'journal_write_failed' });
    expect((await readdir(folder)).filter((name) => name.startsWith('run'))).toEqual([]);
    await (await store.create({ runId: 'run' })).close();
  });

  it('with a torn line is not opened if that cannot be cut off', async () => {
    const store = jsonlStore({ folder });
    await (await store.create({ runId: 'run' })).close();
    const torn = '{"t":"eff';
    await appendFile(join(folder, 'run.jsonl'), torn);
    isReadOnly = true;
    const refused = store.open('run').finally(() => {
      isReadOnly = false;
    });
    await expect(refused).rejects.toMatchObject({
      code: 'journal_write_failed',
      message: expect.stringContaining('EROFS') as string,
    });
    await (await store.open('run')).close();
    expect(await readFile(join(folder, 'run.jsonl'), 'utf8')).not.toContain(torn);
  });

  it('is listed by its two ends, however long it is; of what is none, no more than 64 MiB are read', async () => {
    const store = jsonlStore({ folder });
    const journal = await store.create({ runId: 'run' });
    for (let nth = 0; nth < 40; nth += 1) {
      await journal.stream('').append(effect(1, 'a'.repeat(20_000)));
    }
    await journal.close();
    reads.length = 0;
    expect(await toArray(store.list())).toMatchObject([{ runId: 'run' }]);
    expect(sum(reads)).toBeLessThan(400_000);
    await writeFile(join(folder, 'zeros.jsonl'), '');
    await truncate(join(folder, 'zeros.jsonl'), 2 ** 26 + 1);
    reads.length = 0;
    expect(await toArray(store.list())).toMatchObject([
      { runId: 'run' },
      { runId: 'zeros', status: 'corrupt' },
    ]);
    expect(Math.max(...reads)).toBe(2 ** 26);
  });

  it('is read again once if somebody else wrote to it, and not with each line after that', async () => {
    const store = jsonlStore({ folder });
    const journal = await store.create({ runId: 'run' });
    const root = journal.stream('');
    const file = join(folder, 'run.jsonl');
    const tooLate = { ...{ t: 'open', n: 2, e: 1, ms: 0 }, ...{ pid: 1, host: 'h', by: 'x' } };
    await appendFile(file, sealLine(JSON.stringify(tooLate)));
    const readsIn = async (text: string): Promise<number> => {
      const before = opened.length;
      await root.append(effect(1, text));
      return opened.slice(before).filter((path) => path === file).length;
    };
    expect(await readsIn('a')).toBe(1);
    expect(await readsIn('b')).toBe(0);
    await journal.close();
    expect(await recorded(store, 'run')).toHaveLength(2);
  });

  it('keeps the name of a blob that another run names too, and deletes it with the last', async () => {
    const store = jsonlStore({ folder, sync: false });
    for (const runId of ['one', 'two']) {
      const journal = await store.create({ runId });
      await journal.stream('').append({ ...effect(1, 'b'), value: 'b'.repeat(40_000) });
      await journal.close();
    }
    const blobs = (): Promise<string[]> => readdir(join(folder, 'blobs'));
    const [name = '', ...others] = await blobs();
    expect(others).toEqual([]);
    expect(name).toMatch(/^[0-9a-f]{64}$/);
    await store.remove('one');
    expect(await blobs()).toEqual([name]);
    expect(await recorded(store, 'two')).toHaveLength(1);
    // Only journals keep a blob, and not what somebody has laid beside them.
    await writeFile(join(folder, 'notes.txt'), `{"blob":"${name}"}`);
    await store.remove('two');
    expect(await blobs()).toEqual([]);
  });
});
