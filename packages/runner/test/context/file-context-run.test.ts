import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { fileContext } from '@rlm/files';
import { memoryStore } from '@rlm/journal';
import { scriptedModel } from '@rlm/kernel/testing';
import type { LongText } from '@rlm/sandbox';
import { cpython } from '@rlm/sandbox/cpython';
import { quickjs } from '@rlm/sandbox/quickjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createRlm, runRlm, type RunRlmOptions } from '../../src/index.js';
import { cell } from '../support/cell.js';

const lines = Array.from({ length: 30_000 }, (_, n) => `line ${n} of the file\n`).join('');
const asLarge = (text: LongText): LongText => ({ ...text, width: 10_000 as 4 });

let folder: string;
let path: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rlm-file-run-'));
  path = join(folder, 'lines.txt');
  await writeFile(path, lines);
});
afterAll(() => rm(folder, { recursive: true }));

describe('a run over a file', () => {
  it('describes it as the text that it is, and sends it to a backend that reads no files', async () => {
    const replies = [cell('FINAL(context.length + context.slice(0, 6))')];
    const model = scriptedModel(replies);
    const context = await fileContext(path);
    const run = runRlm({ model, sandbox: quickjs(), query: 'q', context });
    expect((await run.result).answer).toBe(`${lines.length}line 0`);
    const text = scriptedModel(replies);
    await runRlm({ model: text, sandbox: quickjs(), query: 'q', context: lines }).result;
    expect(model.calls[0]?.messages).toEqual(text.calls[0]?.messages);
  });
});

const probe = await cpython().probe();

const why = probe.ok ? '' : ` (skipped: ${probe.reason})`;

describe.skipIf(!probe.ok)(`a run over a file in cpython${why}`, () => {
  const read = "FINAL(f'{type(context).__name__} {len(context)} {context[-21:]!r}')";

  it('has a string, and the prompt of one', async () => {
    const model = scriptedModel([cell(read)]);
    const context = await fileContext(path);
    const { answer } = await runRlm({ model, sandbox: cpython(), query: 'q', context }).result;
    expect(answer).toBe(`str ${lines.length} '${lines.slice(-21, -1)}\\n'`);
    const text = scriptedModel([cell(read)]);
    await runRlm({ model: text, sandbox: cpython(), query: 'q', context: lines }).result;
    expect(model.calls[0]?.messages).toEqual(text.calls[0]?.messages);
  });

  it('has all characters, wherever the pieces end in which the file is read', async () => {
    const text = `a${'é€😀'.repeat(400_000)}`;
    const wide = join(folder, 'wide.txt');
    await writeFile(wide, text);
    const same = `FINAL(str(context == 'a' + '\\u00e9\\u20ac\\U0001f600' * 400_000))`;
    const context = await fileContext(wide);
    const run = runRlm({ model: () => cell(same), sandbox: cpython(), query: 'q', context });
    expect((await run.result).answer).toBe('True');
  });

  it('has an object for a large one, and tells the model how to use it', async () => {
    const model = scriptedModel([
      cell('print(grep(context, "line 29999 ")["matches"][0]["line"])'),
      cell(read),
    ]);
    const contexts = {
      context: { value: asLarge(await fileContext(path)), constraints: 'Secret.' },
    };
    const run = runRlm({ model, sandbox: cpython(), query: 'q', contexts });
    const { answer, steps } = await run.result;
    expect(answer).toBe(`FileText ${lines.length} '${lines.slice(-21, -1)}\\n'`);
    expect([...steps][0]?.output).toMatch('30000');
    const prompt = model.calls[0]?.messages[0]?.content;
    expect(prompt).toMatch(/Type: FileText, [\d,]+ characters, 30,000 lines, about [\d,]+ tokens/);
    expect(prompt).toMatch(/Constraints: Secret\. It stays in its file and is no str: re and/);
    expect(prompt).toMatch('line 0 of the file');
  });

  it('takes a further file into a session that is open as a string, and refuses one that is none', async () => {
    const model = scriptedModel([cell('FINAL(1)'), cell('FINAL(len(more))'), cell('FINAL(3)')]);
    await using rlm = createRlm({ model, sandbox: cpython(), context: await fileContext(path) });
    expect((await rlm.run('one').result).answer).toBe('1');
    rlm.add('more', await fileContext(path));
    expect((await rlm.run('two').result).answer).toBe(String(lines.length));
    rlm.add('most', asLarge(await fileContext(path)));
    const { stop } = await rlm.run('three').result;
    expect(stop?.message).toMatch(/\btoo large .*\bquestion\b/);
  });

  it('goes on from its journal over the same file, and over no other', async () => {
    const store = memoryStore();
    const play = async (journal: NonNullable<RunRlmOptions['journal']>, ...replies: string[]) => {
      const stop = new AbortController();
      const run = runRlm({
        model: scriptedModel(replies),
        sandbox: cpython(),
        query: 'q',
        context: await fileContext(path),
        journal,
        abortSignal: stop.signal,
      });
      for await (const event of run) {
        if (event.type === 'step-end' && replies.length === 2) stop.abort();
      }
      return run.result;
    };
    await play(await store.create({ runId: 'file' }), cell('n = len(context)'), cell('FINAL(0)'));
    await appendFile(path, 'more');
    const changed = await play(await store.open('file'), cell('FINAL(n)'));
    expect(changed.stop?.message).toMatch(/context/);
    await writeFile(path, lines);
    const { answer } = await play(await store.open('file'), cell('FINAL(n)'));
    expect(answer).toBe(String(lines.length));
  });
});
