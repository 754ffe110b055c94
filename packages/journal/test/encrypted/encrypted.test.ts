import { invalidOption } from '@rlm/config/options-suite';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { decide, encrypted, forkRun, memoryStore } from '../../src/index.js';
import type { RunStore } from '../../src/index.js';
import { jsonlStore } from '../../src/jsonl/index.js';
import { sqliteStore } from '../../src/sqlite/index.js';
import { toArray } from '../../src/store/to-array.js';
import {
  effect,
  faultOf,
  finalEnd,
  recorded,
  textsOf,
  written,
} from '../../src/testing/cases/material.js';
import { testStore } from '../../src/testing/index.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const key = new Uint8Array(32).fill(7);
const otherKey = new Uint8Array(32).fill(8);

const inFolder = (make: (folder: string) => RunStore) => async () => {
  const { folder, remove } = await temporaryFolder();
  return { store: encrypted(make(folder), key), close: remove };
};

const stores = {
  memoryStore: () =>
    Promise.resolve({ store: encrypted(memoryStore(), key), close: () => Promise.resolve() }),
  jsonlStore: inFolder((folder) => jsonlStore({ folder, sync: false })),
  sqliteStore: inFolder((folder) => sqliteStore({ file: join(folder, 'runs.db') })),
};

for (const [name, open] of Object.entries(stores)) {
  testStore({ name: `encrypted ${name}`, open, hasRecords: true }, { describe, it, expect });
}

/** All that lies in a folder, as one text, and the names in it. */
async function contentsOf(folder: string): Promise<string> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile());
  const texts = files.map(async ({ parentPath, name }) => {
    return `${name}\n${await readFile(join(parentPath, name), 'latin1')}`;
  });
  return (await Promise.all(texts)).join('\n');
}

async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const { folder, remove } = await temporaryFolder();
  try {
    await work(folder);
  } finally {
    await remove();
  }
}

/** Writes a run whose every text holds a secret. */
async function writeSecrets(store: RunStore): Promise<void> {
  const journal = await store.create({ runId: 'run', spec: { question: 'SECRET spec' } });
  await journal
    .stream('')
    .append({ ...effect(1, 'SECRET reply'), value: { text: 'SECRET reply' } });
  await journal.stream('').append({ ...effect(2, 'b'), value: { text: 'SECRET '.repeat(10_000) } });
  const snapshot = { t: 'snapshot', step: 2, block: 1, backend: 'quickjs', build: 'b' } as const;
  const bytes = new TextEncoder().encode('SECRET snapshot');
  await journal.stream('').append({ ...snapshot, cells: 3, sha256: 'c', bytes });
  await journal.end({ ...finalEnd, answer: 'SECRET answer' });
  await journal.close();
}

describe('an encrypted store', () => {
  it('keeps no text of a run in the open, where the plain store keeps each', async () => {
    await withFolder(async (folder) => {
      await writeSecrets(jsonlStore({ folder, sync: false }));
      expect((await contentsOf(folder)).match(/SECRET/g)?.length).toBeGreaterThan(10_000);
    });
    await withFolder(async (folder) => {
      const store = encrypted(jsonlStore({ folder, sync: false }), key);
      await writeSecrets(store);
      const contents = await contentsOf(folder);
      expect(contents).not.toContain('SECRET');
      expect(contents).not.toContain(btoa('SECRET').slice(0, 6));
      expect((await toArray(store.list()))[0]).toMatchObject({
        status: 'ended',
        spec: { question: 'SECRET spec' },
      });
    });
  });

  it('names a blob by the hash of its ciphertext, and deletes it with its run', async () => {
    await withFolder(async (folder) => {
      const store = encrypted(jsonlStore({ folder, sync: false }), key);
      await writeSecrets(store);
      const names = await readdir(join(folder, 'blobs'));
      expect(names).toHaveLength(2);
      for (const name of names) {
        const bytes = await readFile(join(folder, 'blobs', name));
        const digest = await crypto.subtle.digest('SHA-256', bytes);
        expect(Buffer.from(digest).toString('hex')).toBe(name);
      }
      await store.remove('run');
      expect(await readdir(join(folder, 'blobs'))).toEqual([]);
    });
  });

  it('refuses another key, and lists its runs as ones that cannot be read', async () => {
    const inner = memoryStore();
    await written(encrypted(inner, key), 'run', [effect(1, 'a')], finalEnd);
    const other = encrypted(inner, otherKey);
    const { code, message } = await faultOf(other.open('run'));
    expect(code).toBe('journal_corrupt');
    expect(message).toMatch(/\bline 1 .*\bdecrypted\b.*\bkey\b/);
    expect(await toArray(other.list())).toEqual([{ runId: 'run', status: 'corrupt', made: 0 }]);
  });

  it('refuses a run that is not encrypted, and the plain store one that is', async () => {
    const inner = memoryStore();
    await written(inner, 'plain', [effect(1, 'a')]);
    const store = encrypted(inner, key);
    await written(store, 'hidden', [effect(1, 'a')]);
    expect((await faultOf(store.open('plain'))).message).toMatch(/\bline 1 .*\bnot encrypted\b/);
    const { code, message } = await faultOf(inner.open('hidden'));
    expect(code).toBe('journal_corrupt');
    expect(message).toContain('encrypted(store, key)');
    expect(await toArray(inner.list())).toContainEqual({
      runId: 'hidden',
      status: 'corrupt',
      made: 0,
    });
  });

  it('notices a line that was altered, moved, or copied from another run', async () => {
    await withFolder(async (folder) => {
      const place = (name: string): string => join(folder, `${name}.jsonl`);
      const plain = { folder, sync: false };
      // Lines with a checksum of their own, which everybody can compute.
      const { sealLine, unsealLine } = await import('../../src/jsonl/line-seal.js');
      const store = encrypted(jsonlStore(plain), key);
      for (const name of ['one', 'two']) {
        await written(store, name, [effect(1, 'a'), effect(2, 'b')], finalEnd);
      }
      const read = async (name: string): Promise<Record<string, unknown>[]> =>
        (await readFile(place(name), 'utf8'))
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(unsealLine(line) ?? '') as Record<string, unknown>);
      const write = (name: string, lines: readonly object[]): Promise<void> =>
        writeFile(place(name), lines.map((line) => sealLine(JSON.stringify(line))).join(''));
      const lines = await read('one');
      const others = await read('two');
      const forged = [
        lines.map((line, at) => (at === 3 ? { ...line, ms: 99_999 } : line)),
        lines.map((line, at) => (at === 3 ? { ...line, sealed: lines[4]?.['sealed'] } : line)),
        lines.map((line, at) => (at === 3 ? (others[3] ?? {}) : line)),
        lines.map((line, at) => (at === 3 ? { ...line, t: 'cut' } : line)),
      ];
      for (const each of forged) {
        await write('one', each);
        expect((await faultOf(store.open('one'))).message).toMatch(/\bline 4 .*\bdecrypted\b/);
      }
      await write('one', lines);
      expect(textsOf(await recorded(store, 'one'))).toEqual(['a', 'b']);
    });
  });

  it('takes a key of Web Crypto that gives its bytes to nobody', async () => {
    const hidden = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt']);
    const inner = memoryStore();
    await written(encrypted(inner, hidden), 'run', [effect(1, 'a')]);
    expect(textsOf(await recorded(encrypted(inner, hidden), 'run'))).toEqual(['a']);
    expect((await faultOf(encrypted(inner, key).open('run'))).code).toBe('journal_corrupt');
  });

  it('forks runs and takes decisions, as the store beneath does', async () => {
    const store = encrypted(memoryStore(), key);
    const long = { text: 'long '.repeat(10_000) };
    await written(store, 'run', [{ ...effect(1, 'a'), value: long }, effect(2, 'b')]);
    const fork = await forkRun(store, 'run', { atStep: 2, runId: 'fork' });
    const [line] = fork.stream('').recorded;
    if (line?.t !== 'effect' || line.blob === undefined) throw new Error('expected a blob');
    expect(JSON.parse(new TextDecoder().decode(await fork.readBlob(line.blob)))).toEqual(long);
    await fork.close();
    const wait = { t: 'wait', step: 3, key: '/3/approval/h#0', request: 1 } as const;
    const journal = await store.open('run');
    await journal.stream('').append(wait);
    await journal.close();
    await decide(store, 'run', { key: wait.key, value: { approved: true } });
    expect((await recorded(store, 'run')).at(-1)).toMatchObject({ value: { approved: true } });
  });

  it('refuses keys and stores that it cannot use, saying what it expects', () => {
    expect(() => encrypted(memoryStore(), new Uint8Array(16))).toThrow(
      invalidOption('key', 'got 16 bytes'),
    );
    expect(() => encrypted(memoryStore(), 'secret' as never)).toThrow('got "secret"');
    expect(() => encrypted({} as RunStore, key)).toThrow(
      invalidOption('store', 'a store of @rlm/journal'),
    );
    expect(() => encrypted(undefined as never, key)).toThrow(invalidOption('store', 'a store'));
  });
});
