import type { HeadLine, RunOwner, RunStore } from '@rlm/journal';
import {
  defineStore,
  lastOf,
  readTexts,
  runLocked,
  runNotFound,
  type LogBackend,
  type OwnerId,
  type RunLog,
} from '@rlm/journal/define';

import type { KeyValue } from './key-value.js';

/**
 * Keeps journals in a key-value database. Lines are written in batches, under the number of their first line, and only if that key is free:
 * of two processes that work on one run, one finds its place taken, and stops.
 */
export function keyValueStore(db: KeyValue): RunStore {
  const linesKey = (runId: string, n: number) => `lines/${runId}/${n}`;
  const ownerKey = (runId: string) => `owner/${runId}`;

  const readLines = async (runId: string): Promise<string[]> => {
    const texts: string[] = [];
    for (;;) {
      const batch = await db.read(linesKey(runId, texts.length));
      if (batch === undefined) break;
      texts.push(...(JSON.parse(batch) as string[]));
    }
    if (texts.length === 0) throw runNotFound(runId);
    return texts;
  };
  const writeLines = (runId: string, n: number, texts: readonly string[]): Promise<boolean> =>
    db.replace(linesKey(runId, n), JSON.stringify(texts), undefined);

  const readOwner = async (runId: string): Promise<(RunOwner & OwnerId) | undefined> => {
    const owner = await db.read(ownerKey(runId));
    return owner === undefined ? undefined : (JSON.parse(owner) as RunOwner & OwnerId);
  };

  const hold = (runId: string, { by }: OwnerId): RunLog => ({
    read: () => backend.read(runId),
    append: ({ n, texts }) => writeLines(runId, n, texts),
    appendOpen: ({ n, texts }) => writeLines(runId, n, texts),
    writeBlob: async (hash, bytes) => {
      await db.replace(`blob/${hash}`, Buffer.from(bytes).toString('base64'), undefined);
    },
    close: async () => {
      const owner = await readOwner(runId).catch(() => undefined);
      if (owner?.by === by) await db.remove(ownerKey(runId)).catch(() => undefined);
    },
  });

  const backend: LogBackend = {
    create: async (runId, owner, texts) => {
      if (!(await writeLines(runId, 0, texts))) return undefined;
      return backend.open(runId, owner, false);
    },
    open: async (runId, owner, takeOver) => {
      await readLines(runId);
      const before = await db.read(ownerKey(runId));
      // A process that dies does not close: then people open the run with `takeOver`. A lease would see it.
      if (before !== undefined && !takeOver) throw runLocked(runId, JSON.parse(before) as RunOwner);
      const after = JSON.stringify({ ...owner, since: Date.now() });
      if (await db.replace(ownerKey(runId), after, before)) return hold(runId, owner);
      return backend.open(runId, owner, takeOver);
    },
    read: async (runId) => readTexts(runId, await readLines(runId)),
    readBlob: async ({ blob }) => {
      const kept = await db.read(`blob/${blob}`);
      return kept === undefined ? undefined : new Uint8Array(Buffer.from(kept, 'base64'));
    },
    async *list() {
      for (const key of await db.keys('lines/')) {
        const [, runId = '', n] = key.split('/');
        if (n !== '0') continue;
        const texts = await readLines(runId);
        const owner = await readOwner(runId);
        yield {
          runId,
          head: JSON.parse(texts[0] ?? 'null') as HeadLine,
          ...lastOf(texts),
          ...(owner && { owner }),
        };
      }
    },
    remove: async (runId) => {
      const lines = (await readLines(runId)).length;
      const owner = await readOwner(runId);
      if (owner !== undefined) throw runLocked(runId, owner);
      for (let n = lines - 1; n >= 0; n -= 1) await db.remove(linesKey(runId, n));
      const named: string[] = [];
      for (const key of await db.keys('lines/')) named.push((await db.read(key)) ?? '');
      for (const key of await db.keys('blob/')) {
        if (!named.some((lines) => lines.includes(key.slice('blob/'.length)))) await db.remove(key);
      }
    },
    // For budgets that span processes.
    records: {
      read: (name) => db.read(`record/${name}`),
      write: (name, text, before) => db.replace(`record/${name}`, text, before),
    },
  };
  return defineStore(backend);
}
