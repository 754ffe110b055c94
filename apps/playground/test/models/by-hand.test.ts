import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { errorWith } from '@rlm/config/error-with';
import type { ModelFunctionRequest, ModelPurpose } from '@rlm/kernel/model';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { openByHand } from '../../src/models/by-hand.js';
import { UsageError } from '../../src/usage-error.js';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rlm-by-hand-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const request = (purpose: ModelPurpose, content: string): ModelFunctionRequest => ({
  abortSignal: new AbortController().signal,
  purpose,
  messages: [
    { role: 'system', content: 'Be exact.' },
    { role: 'user', content },
  ],
});

describe('openByHand', () => {
  it('writes each prompt under its number and purpose, and takes the replies in any order', async () => {
    const told: string[] = [];
    const model = await openByHand(folder, (text) => {
      told.push(text);
      const reply = text.split(' waits for ')[1] ?? '';
      void writeFile(`${reply}.mine`, `reply to ${reply.slice(-13)}`).then(() =>
        rename(`${reply}.mine`, reply),
      );
    });
    const first = await model(request('root', 'One?'));
    const others = await Promise.all([
      model(request('sub', 'Two?')),
      model(request('summary', 'Three?')),
    ]);
    expect(first).toBe('reply to 001.reply.txt');
    expect(others).toEqual(['reply to sub.reply.txt', 'reply to ary.reply.txt']);
    expect((await readdir(folder)).sort()).toEqual([
      '.taken',
      ...['001.prompt.json', '001.prompt.txt', '001.reply.txt'],
      ...['002.sub.prompt.json', '002.sub.prompt.txt', '002.sub.reply.txt'],
      ...['003.summary.prompt.json', '003.summary.prompt.txt', '003.summary.reply.txt'],
    ]);
    expect(await readFile(join(folder, '001.prompt.txt'), 'utf8')).toBe(
      '===== system =====\nBe exact.\n\n===== user =====\nOne?\n',
    );
    expect(JSON.parse(await readFile(join(folder, '001.prompt.json'), 'utf8'))).toEqual({
      purpose: 'root',
      messages: request('root', 'One?').messages,
    });
    expect(told).toHaveLength(3);
  });

  it('waits for a reply as long as the run does', async () => {
    const model = await openByHand(folder, () => undefined);
    await writeFile(join(folder, '001.reply.txt'), '');
    const controller = new AbortController();
    const asked = Promise.resolve(
      model({ ...request('root', 'One?'), abortSignal: controller.signal }) as Promise<string>,
    );
    controller.abort(new Error('enough'));
    await expect(asked).rejects.toThrow();
  });

  it('goes on in the folder of its run: what was not answered keeps its files', async () => {
    const before = await openByHand(folder, () => undefined);
    await writeFile(join(folder, '001.reply.txt'), 'first');
    await before(request('root', 'One?'));
    const controller = new AbortController();
    const left = Promise.resolve(
      before({ ...request('sub', 'Two?'), abortSignal: controller.signal }) as Promise<string>,
    );
    controller.abort(new Error('killed'));
    await expect(left).rejects.toThrow();

    await writeFile(join(folder, '002.sub.reply.txt'), 'second');
    await writeFile(join(folder, '003.reply.txt'), 'third');
    const after = await openByHand(folder, () => undefined, { isResumed: true });
    expect(await after(request('sub', 'Two?'))).toBe('second');
    // What was answered and taken is another question when it is asked again.
    expect(await after(request('root', 'One?'))).toBe('third');
  });

  it('refuses a folder with the prompts of another run, and what is no folder', async () => {
    await writeFile(join(folder, '001.prompt.json'), '{}');
    const taken = openByHand(folder, () => undefined);
    await expect(taken).rejects.toThrow(UsageError);
    await expect(taken).rejects.toThrow(
      errorWith({ facts: ['--by-hand', folder, '(001.prompt.json)'] }),
    );
    const file = join(folder, '001.prompt.json');
    await expect(openByHand(file, () => undefined)).rejects.toThrow(
      errorWith({ facts: [file, 'EEXIST'] }),
    );
  });
});
