import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { encrypted } from '@rlm/journal';
import { quickjs } from '@rlm/sandbox/quickjs';
import { describe, expect, it } from 'vitest';

import { runRlm, type RunRlmOptions } from '../../src/index.js';
import { folderStore } from './folder-store.js';

const block = (code: string): string => `\`\`\`js\n${code}\n\`\`\``;
const secret = 'MAUVE-TAPIR';
const key = new Uint8Array(32).fill(3);

/** Two turns, with an answer of a sub-model that is kept as a blob; `calls` counts them. */
function counted(stopAt = Infinity): { model: RunRlmOptions['model']; calls: () => number } {
  let calls = 0;
  const model: RunRlmOptions['model'] = ({ purpose, messages }) => {
    calls += 1;
    if (calls >= stopAt) throw new Error('the process was killed here');
    if (purpose === 'sub') return `${secret} `.repeat(5_000);
    const isFirst = messages.every(({ role }) => role !== 'assistant');
    return block(isFirst ? 'const said = await llm_query("q")' : 'FINAL(said.slice(0, 11))');
  };
  return { model, calls: () => calls };
}

const options = { sandbox: quickjs(), query: `Who is ${secret}?`, context: `It is ${secret}.` };

describe('a run with an encrypted journal', () => {
  it('goes on after a fault, gives its answer again without a call, and leaves no text in the files', async () => {
    await using files = await folderStore();
    const store = encrypted(files.store, key);
    const first = counted(3);
    const journal = await store.create({ runId: 'run', spec: { about: secret } });
    await runRlm({ ...options, model: first.model, journal }).result;

    const second = counted();
    const resumed = await store.open('run');
    expect(
      await runRlm({ ...options, model: second.model, journal: resumed }).result,
    ).toMatchObject({
      answer: secret,
    });
    expect(second.calls()).toBe(1);

    const third = counted();
    const again = await store.open('run');
    const { answer } = await runRlm({ ...options, model: third.model, journal: again }).result;
    expect([answer, third.calls()]).toEqual([secret, 0]);

    const entries = await readdir(files.folder, { recursive: true, withFileTypes: true });
    const texts = await Promise.all(
      entries
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1')),
    );
    expect(texts.length).toBeGreaterThan(1);
    for (const text of texts) expect(text).not.toContain(secret);
  });
});
