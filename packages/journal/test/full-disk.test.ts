import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { eventually } from '@rlm/config/eventually';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { RunStore } from '../src/index.js';
import { jsonlStore } from '../src/jsonl/index.js';
import { sqliteStore } from '../src/sqlite/index.js';
import {
  effect,
  faultOf,
  finalEnd,
  infoOf,
  recorded,
  textsOf,
} from '../src/testing/cases/material.js';

/** Why no small disk can be made here; undefined where one can. */
const noDisk = ((): string | undefined => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'only root can mount a small disk';
  const { status } = spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']);
  return status === 0 ? undefined : 'no disk can be mounted here';
})();
const note = noDisk === undefined ? '' : ` (skipped: ${noDisk})`;

const long = (text: string): object => ({ text: text.repeat(20_000) });

describe.skipIf(noDisk !== undefined)(`a disk that is full${note}`, () => {
  let disk: string;
  beforeAll(async () => {
    disk = await mkdtemp(join(tmpdir(), 'rlm-disk-'));
    expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=640k', 'tmpfs', disk]).status).toBe(0);
  });
  afterAll(async () => {
    spawnSync('umount', ['-l', disk]);
    await rm(disk, { recursive: true, force: true });
  });

  const filler = (): string => join(disk, 'filler');
  /** Takes all the space that is left. */
  const fill = async (): Promise<void> => {
    for (let size = 640 * 1024; size >= 1; size = Math.floor(size / 2)) {
      await writeFile(filler(), new Uint8Array(size), { flag: 'a' }).catch(() => undefined);
    }
  };
  const free = (): Promise<void> => unlink(filler());
  const stores: Readonly<Record<string, (waitMs: number) => RunStore>> = {
    jsonlStore: (waitMs) => jsonlStore({ folder: join(disk, 'runs'), waitMs }),
    sqliteStore: (waitMs) => sqliteStore({ file: join(disk, 'runs.db'), waitMs }),
  };

  describe.each(Object.entries(stores))('with %s', (name, open) => {
    it('is named by the write that failed, and the run goes on when there is space', async () => {
      const store = open(0);
      const journal = await store.create({ runId: `${name}-1` });
      await journal.stream('').append(effect(1, 'a'));
      await fill();
      const { code, message } = await faultOf(
        journal.stream('').append({ ...effect(1, 'b'), value: long('b') }),
      );
      expect(code).toBe('journal_write_failed');
      expect(message).toMatch(/ENOSPC|no space|full/i);
      await journal.close();
      await free();
      expect((await infoOf(store, `${name}-1`))?.status).toBe('open');
      const next = await store.open(`${name}-1`);
      await next.stream('').append(effect(1, 'c'));
      await next.end(finalEnd);
      await next.close();
      expect(textsOf(await recorded(store, `${name}-1`))).toEqual(['a', 'c']);
      await store.remove(`${name}-1`);
    });

    it('is waited for no longer than the store is told to', async () => {
      const store = open(400);
      const journal = await store.create({ runId: `${name}-3` });
      await fill();
      const begun = performance.now();
      const write = journal.stream('').append({ ...effect(1, 'a'), value: long('a') });
      expect((await faultOf(write)).code).toBe('journal_write_failed');
      expect(performance.now() - begun).toBeGreaterThan(390);
      await journal.close();
      await free();
      await store.remove(`${name}-3`);
    });

    it('is waited for, as long as the store is told to', async () => {
      const store = open(60_000);
      const journal = await store.create({ runId: `${name}-2` });
      await journal.stream('').append(effect(1, 'a'));
      await fill();
      let isWritten = false;
      // Some of it fits: a torn line must not stay.
      const value = { text: 'b'.repeat(8_000) };
      const writing = journal
        .stream('')
        .append({ ...effect(1, 'b'), value })
        .then(() => {
          isWritten = true;
        });
      await eventually(async () => {
        expect((await infoOf(store, `${name}-2`))?.status).toBe('running');
      });
      expect(isWritten).toBe(false);
      await free();
      await writing;
      await journal.stream('').append(effect(1, 'c'));
      await journal.end(finalEnd);
      await journal.close();
      expect(textsOf(await recorded(store, `${name}-2`))).toEqual(['a', 'b'.repeat(8_000), 'c']);
      await store.remove(`${name}-2`);
    });
  });
});
