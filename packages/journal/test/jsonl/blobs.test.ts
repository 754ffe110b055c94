import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { Blobs } from '../../src/jsonl/blobs.js';
import { Places } from '../../src/jsonl/places.js';

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
