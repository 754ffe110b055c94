import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { LineBatch, RunLog } from '../../src/define/index.js';
import { jsonlStore } from '../../src/jsonl/index.js';
import { JsonlBackend } from '../../src/jsonl/jsonl-backend.js';
import { sealLine } from '../../src/jsonl/line-seal.js';
import { effect, written } from '../../src/testing/cases/material.js';
import { temporaryFolder } from '../support/temporary-folder.js';

let file: string;
let log: RunLog;
let remove: () => Promise<void>;
beforeEach(async () => {
  let folder: string;
  ({ folder, remove } = await temporaryFolder());
  file = join(folder, 'run.jsonl');
  // Four lines of epoch 1.
  await written(jsonlStore({ folder, sync: false }), 'run', [effect(1, 'a')]);
  log = await new JsonlBackend(folder, true).open('run', { by: 'me', pid: 1, host: 'h' }, false);
  expect(await log.read()).toHaveLength(4);
});
afterEach(async () => {
  await log.close();
  await remove();
});

const batchOf = (n: number, epoch: number, line: object): LineBatch => ({
  ...{ n, epoch },
  texts: [JSON.stringify({ n, e: epoch, ms: 0, ...line })],
});
const open = (n: number, epoch: number, by: string): LineBatch =>
  batchOf(n, epoch, { t: 'open', pid: 1, host: 'h', by, elapsedMs: 0 });
const line = (n: number, epoch: number): LineBatch =>
  batchOf(n, epoch, { ...effect(n, 'x'), path: '' });
/** What another process writes, while a write of ours is made durable or before it. */
const othersWrite = ({ texts }: LineBatch): void => {
  appendFileSync(file, texts.map(sealLine).join(''));
};

describe('two drivers that write to one file', () => {
  it('have it by the first of two claims, which both know', async () => {
    othersWrite(open(4, 2, 'other'));
    expect(await log.appendOpen(open(4, 2, 'me'))).toBe(false);
    // With the next epoch it is ours, though another claims the same at the same time.
    await log.read();
    const mine = log.appendOpen(open(5, 3, 'me'));
    othersWrite(open(5, 3, 'late'));
    expect(await mine).toBe(true);
    expect(await log.append(line(6, 3))).toBe(true);
    expect((await log.read()).map(({ n, e }) => [n, e]).slice(4)).toEqual([
      [4, 2],
      [5, 3],
      [6, 3],
    ]);
  });

  it('a line counts that was written before another took over, and none after that', async () => {
    expect(await log.appendOpen(open(4, 2, 'me'))).toBe(true);
    const last = log.append(line(5, 2));
    othersWrite(open(6, 3, 'other'));
    expect(await last).toBe(true);
    expect(await log.append(line(6, 2))).toBe(false);
    expect(await log.append(line(6, 2))).toBe(false);
    expect(await log.read()).toHaveLength(7);
  });

  it('lines of a batch count with the last of them', async () => {
    expect(await log.appendOpen(open(4, 2, 'me'))).toBe(true);
    othersWrite(open(5, 2, 'late'));
    const [one, two] = [line(5, 2), line(6, 2)];
    expect(await log.append({ ...one, texts: [...one.texts, ...two.texts] })).toBe(true);
    expect((await log.read()).map(({ n }) => n)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });
});
