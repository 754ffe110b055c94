import { describe, expect, it } from 'vitest';

import type { LineBatch, RunLog } from '../../src/define/index.js';
import { LineWriter } from '../../src/store/line-writer.js';
import { effect } from '../../src/testing/cases/material.js';

/** A log that keeps its batches, and fails with the first `failures` of them. */
function logOf(failures: number): { readonly log: RunLog; readonly batches: LineBatch[] } {
  const batches: LineBatch[] = [];
  const append = (batch: LineBatch): Promise<boolean> => {
    batches.push(batch);
    if (batches.length <= failures) return Promise.reject(new Error('no room'));
    return Promise.resolve(true);
  };
  const nothing = (): Promise<undefined> => Promise.resolve(undefined);
  const log: RunLog = {
    read: () => Promise.resolve([]),
    append,
    appendOpen: append,
    writeBlob: nothing,
    close: nothing,
  };
  return { log, batches };
}

const writerOf = (log: RunLog): LineWriter =>
  new LineWriter('run', log, { n: 3, epoch: 2 }, () => 7);
const line = (text: string) => ({ ...effect(1, text), path: '' });

describe('the writer of a journal', () => {
  it('writes what waits in one batch, numbered', async () => {
    const { log, batches } = logOf(0);
    const writer = writerOf(log);
    const appends = ['a', 'b', 'c'].map((text) => writer.append(line(text)));
    await appends[0];
    await Promise.all([...appends, writer.append(line('d'))]);
    expect(batches.map(({ n, epoch, texts }) => [n, epoch, texts.length])).toEqual([
      [3, 2, 3],
      [6, 2, 1],
    ]);
    expect(JSON.parse(batches[1]?.texts[0] ?? '')).toMatchObject({
      n: 6,
      e: 2,
      ms: 7,
      t: 'effect',
    });
  });

  it('writes nothing any more after a fault, whatever a later write would come to', async () => {
    const { log, batches } = logOf(1);
    const writer = writerOf(log);
    await expect(writer.append(line('a'))).rejects.toThrow('no room');
    await expect(writer.append(line('b'))).rejects.toThrow('no room');
    expect(batches.length).toBe(1);
  });

  it('refuses a line that is no JSON, and goes on', async () => {
    const { log, batches } = logOf(0);
    const writer = writerOf(log);
    await expect(writer.append({ ...line('a'), value: 1n })).rejects.toThrow('BigInt');
    await writer.append(line('b'));
    expect(batches.map(({ n }) => n)).toEqual([3]);
  });
});
