import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { memoryStore } from '@rlm/journal';
import { SandboxError } from '@rlm/sandbox';
import { quickjs } from '@rlm/sandbox/quickjs';
import { describe, expect, it } from 'vitest';

import { runRlm, type RunRlmOptions } from '../../src/index.js';
import { folderStore, linesOf } from './folder-store.js';

const block = (code: string): string => `\`\`\`js\n${code}\n\`\`\``;

/** Two turns; sub-queries are answered at such length that the answers are kept beside the journal. */
const model: RunRlmOptions['model'] = ({ purpose, messages }) => {
  if (purpose === 'sub') return 'x'.repeat(40_000);
  const isFirst = messages.every(({ role }) => role !== 'assistant');
  return block(isFirst ? 'const said = await llm_query("q")' : 'FINAL(said.length)');
};
const options = { model, sandbox: quickjs(), query: 'What?', context: 'data' };

describe('a journal that cannot be trusted', () => {
  it.each([
    ['altered', (file: string) => writeFile(file, 'y'.repeat(40_000))],
    ['missing', (file: string) => rm(file)],
  ])('ends its run with the reason where a blob is %s, and stays as it is', async (_, spoil) => {
    await using files = await folderStore();
    const { folder, store } = files;
    await runRlm({ ...options, journal: await store.create({ runId: 'run' }) }).result;
    const blobs = join(folder, 'blobs');
    for (const name of await readdir(blobs)) await spoil(join(blobs, name));
    const before = await linesOf(folder, 'run');
    const { stop } = await runRlm({ ...options, journal: await store.open('run') }).result;
    expect(stop).toMatchObject({ finishReason: 'error', code: 'journal_corrupt' });
    expect(await linesOf(folder, 'run')).toEqual(before);
  });
});

describe('a run that cannot be opened again', () => {
  it('fails with the reason, and goes on when that is mended', async () => {
    const store = memoryStore();
    const first = await runRlm({ ...options, journal: await store.create({ runId: 'run' }) })
      .result;
    const reason = new SandboxError('backend_unavailable', 'No Python here');
    const sandbox = { ...quickjs(), open: () => Promise.reject(reason) };
    const journal = await store.open('run');
    const { stop } = await runRlm({ ...options, sandbox, journal }).result;
    expect(stop).toMatchObject({
      finishReason: 'error',
      code: 'backend_unavailable',
      message: expect.stringContaining('No Python here') as string,
    });
    const again = await runRlm({ ...options, journal: await store.open('run') }).result;
    expect(again.answer).toBe(first.answer);
  });
});

describe('the head of a journal', () => {
  it('tells what the run was made with', async () => {
    const store = memoryStore();
    await runRlm({ ...options, journal: await store.create({ runId: 'run' }) }).result;
    const heads: unknown[] = [];
    for await (const line of store.read('run')) if (line.t === 'head') heads.push(line);
    const version = expect.stringMatching(/^\d+\.\d+\.\d+/) as string;
    expect(heads.at(-1)).toMatchObject({
      protocol: 'rlm',
      backend: { name: 'quickjs', build: expect.stringContaining('quickjs-') as string },
      versions: { '@rlm/runner': version, '@rlm/kernel': version },
    });
  });
});

describe('a journal that a run has had', () => {
  it('is refused to another, at the same time and afterwards, and the first goes on', async () => {
    const store = memoryStore();
    const journal = await store.create({ runId: 'run' });
    const first = runRlm({ ...options, journal });
    const second = runRlm({ ...options, journal });
    const refused = { finishReason: 'error', code: 'invalid_option' };
    expect((await second.result).stop).toMatchObject({
      ...refused,
      message: expect.stringContaining('another run') as string,
    });
    expect((await first.result).answer).toBe('40000');
    expect((await runRlm({ ...options, journal }).result).stop).toMatchObject(refused);
    const again = await runRlm({ ...options, journal: await store.open('run') }).result;
    expect(again.answer).toBe('40000');
  });
});

describe('a run that is not what its journal was written for', () => {
  it('is refused, and leaves the journal as it was', async () => {
    const store = memoryStore();
    const run = runRlm({ ...options, journal: await store.create({ runId: 'run' }) });
    for await (const { type } of run) if (type === 'query-start') run.abort();
    const other = { ...options, query: 'Who?', journal: await store.open('run') };
    expect((await runRlm(other).result).stop).toMatchObject({ code: 'journal_mismatch' });
    const statuses: string[] = [];
    for await (const { status } of store.list()) statuses.push(status);
    expect(statuses).toEqual(['open']);
    expect((await runRlm({ ...options, journal: await store.open('run') }).result).answer).toBe(
      '40000',
    );
  });
});

describe('a run that another driver takes over at its last line', () => {
  it('gives no answer: the other does', async () => {
    const store = memoryStore();
    const own = await store.create({ runId: 'run' });
    const journal = new Proxy(own, {
      get(target, name) {
        if (name === 'end') {
          return async (end: Parameters<typeof own.end>[0]) => {
            await store.open('run', { takeOver: true });
            await target.end(end);
          };
        }
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
    const { answer, stop } = await runRlm({ ...options, journal }).result;
    expect({ answer, code: stop?.code }).toEqual({ answer: null, code: 'journal_fenced' });
  });
});
