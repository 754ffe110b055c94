import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readContextFiles } from '@rlm/files';
import { scripted } from '@rlm/sandbox/scripted';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { runRlm } from '../../src/index.js';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rlm-files-'));
  await writeFile(join(folder, 'b.txt'), 'bee');
  await writeFile(join(folder, 'latin.txt'), Buffer.from([0x63, 0x61, 0x66, 0xe9]));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('runRlm takes what readContextFiles gives by a spread, with its diagnostics', async () => {
  const files = await readContextFiles(folder);
  const prompts: string[] = [];
  const run = runRlm({
    ...files,
    model: ({ messages }) => {
      prompts.push(JSON.stringify(messages));
      return '```repl\nFINAL(1)\n```';
    },
    sandbox: scripted([{ final: { type: 'direct', answer: 1 } }]),
    query: 'How many?',
  });
  const { answer, diagnostics } = await run.result;
  expect(answer).toBe('1');
  expect(files.diagnostics).toHaveLength(1);
  expect(diagnostics).toMatchObject(files.diagnostics);
  expect(prompts[0]).toContain('Texts of 2 files, by their names. latin.txt was ');
});
