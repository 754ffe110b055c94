import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { Blobs } from '../../src/jsonl/blobs.js';
import { findRun } from '../../src/jsonl/find-run.js';
import { jsonlStore } from '../../src/jsonl/index.js';
import { Places } from '../../src/jsonl/places.js';
import { effect, head } from '../../src/testing/cases/material.js';

it('blobs make their folder where a copied store lacks it, and not the store', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rlm-blobs-'));
  const hash = 'a'.repeat(64);
  const bytes = Buffer.from('long');
  await new Blobs(new Places(folder), false).write(hash, bytes);
  expect(await new Blobs(new Places(folder), false).read({ blob: hash } as never)).toEqual(bytes);
  await rm(folder, { recursive: true });
  const gone = new Blobs(new Places(folder), false).write(hash, bytes);
  await expect(gone).rejects.toMatchObject({ code: 'ENOENT' });
});

it('a long value that cannot be kept is a line that was not written', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rlm-blobs-'));
  const journal = await jsonlStore({ folder, sync: false, waitMs: 0 }).create({ runId: 'run' });
  journal.begin(head);
  await rm(join(folder, 'blobs'), { recursive: true });
  await writeFile(join(folder, 'blobs'), 'no folder');
  const line = effect(1, 'x'.repeat(100_000));
  await expect(journal.stream('').append(line)).rejects.toMatchObject({
    code: 'journal_write_failed',
  });
  await journal.close();
  await rm(folder, { recursive: true });
});

it('a run that is removed while a store is listed is not there; one that cannot be read is', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rlm-blobs-'));
  expect(await findRun(join(folder, 'gone.jsonl'))).toBe(undefined);
  await writeFile(join(folder, 'odd.jsonl'), 'no journal');
  expect(await findRun(join(folder, 'odd.jsonl'))).toEqual({});
  await rm(folder, { recursive: true });
});
