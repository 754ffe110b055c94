import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { memoryStore } from '@rlm/journal';
import { scriptedModel, type ScriptedReply } from '@rlm/kernel/testing';
import { quickjs } from '@rlm/sandbox/quickjs';
import { describe, expect, it } from 'vitest';

import { connectServer, folderOf, later, read } from '../support/serve.js';

const sandbox = quickjs();
const cell = (code: string): string => `\`\`\`js\n${code}\n\`\`\``;
const runOf = (replies: readonly ScriptedReply[]) => ({ model: scriptedModel(replies), sandbox });

interface Row {
  readonly runId: string;
  readonly status: string;
}

const rowsOf = (data: Readonly<Record<string, unknown>> | undefined): readonly Row[] =>
  (data?.['runs'] ?? []) as readonly Row[];

const asking = { name: 'ask', arguments: { question: 'What?', paths: ['a.txt'] } };

describe('kept runs', () => {
  it('are listed, shown as resources, and give their answer again without a model', async () => {
    const folder = await folderOf({ 'a.txt': 'one' });
    const store = memoryStore();
    const run = runOf([cell('print(await llm_query("x"))'), 'sub', cell('FINAL(context)')]);
    const client = await connectServer({ run, roots: [folder], store });
    const { data } = read(await client.callTool(asking));
    const runId = String(data?.['runId']);

    const listed = read(await client.callTool({ name: 'runs', arguments: {} })).data;
    const row = { runId, status: 'ended', question: 'What?', files: 1, finishReason: 'final' };
    expect(listed).toMatchObject({ runs: [row] });
    const running = read(await client.callTool({ name: 'runs', arguments: { status: 'open' } }));
    expect(running.data).toEqual({ runs: [] });

    const { resources } = await client.listResources();
    expect(resources).toMatchObject([{ uri: `rlm://runs/${runId}`, title: 'What?' }]);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates).toMatchObject([{ uriTemplate: 'rlm://runs/{runId}' }]);
    const { contents } = await client.readResource({ uri: `rlm://runs/${runId}` });
    const [{ text } = { text: '' }] = contents as readonly { readonly text: string }[];
    expect(JSON.parse(text)).toMatchObject({
      ...row,
      files: ['a.txt'],
      subQueries: 1,
      steps: [
        { step: 1, reply: expect.stringContaining('llm_query') as string },
        { step: 2, reply: cell('FINAL(context)') },
      ],
    });

    const again = read(await client.callTool({ name: 'resume', arguments: { runId } }));
    expect(again.data).toMatchObject({ runId, answer: 'one', finishReason: 'final' });
    expect(run.model.calls).toHaveLength(3);
  });

  it('go on after a cancellation where they stopped', async () => {
    const folder = await folderOf({ 'a.txt': 'one' });
    const store = memoryStore();
    const asked = later<undefined>();
    const first = runOf([
      cell('print(1)'),
      () => {
        asked.resolve(undefined);
        return { hang: true };
      },
    ]);
    const stop = new AbortController();
    const client = await connectServer({ run: first, roots: [folder], store });
    const call = client.callTool(asking, undefined, { signal: stop.signal });
    await asked.promise;
    stop.abort();
    await expect(call).rejects.toThrow(/abort/i);
    const find = async () => {
      const { data } = read(await client.callTool({ name: 'runs', arguments: {} }));
      return rowsOf(data)[0];
    };
    await expect.poll(async () => (await find())?.status).not.toBe('running');

    const second = runOf([cell('FINAL("after " + context)')]);
    const other = await connectServer({ run: second, roots: [folder], store });
    const runId = (await find())?.runId;
    const { data } = read(await other.callTool({ name: 'resume', arguments: { runId } }));
    expect(data).toMatchObject({ answer: 'after one', steps: 2 });
    expect(second.model.calls).toHaveLength(1);
  });

  it('go on only with the texts that they began with', async () => {
    const folder = await folderOf({ 'a.txt': 'one' });
    const store = memoryStore();
    const client = await connectServer({ run: runOf([cell('FINAL(1)')]), roots: [folder], store });
    const runId = read(await client.callTool(asking)).data?.['runId'];
    await writeFile(join(folder, 'a.txt'), 'two');
    const result = read(await client.callTool({ name: 'resume', arguments: { runId } }));
    expect(result).toMatchObject({ isError: true, code: 'context_unusable' });
    expect(result.text).toContain('has changed');
  });

  it('of a folder whose other files have no text go on with the same context', async () => {
    const folder = await folderOf({ 'a.txt': 'one', 'b.bin': '\0\0\0' });
    const store = memoryStore();
    const client = await connectServer({
      run: runOf([cell('FINAL(context)')]),
      roots: [folder],
      store,
    });
    const given = { question: 'What?', paths: ['.'] };
    const { data } = read(await client.callTool({ name: 'ask', arguments: given }));
    const runId = data?.['runId'];
    const again = read(await client.callTool({ name: 'resume', arguments: { runId } }));
    expect(again.data).toMatchObject({ answer: 'one', finishReason: 'final' });
  });

  it('that cannot begin are given back, so that they can be resumed', async () => {
    const folder = await folderOf({ 'a.txt': 'one' });
    const store = memoryStore();
    let isBroken = true;
    const run = () => {
      if (isBroken) throw new Error('No model today.');
      return runOf([cell('FINAL(context)')]);
    };
    const client = await connectServer({ run, roots: [folder], store });
    expect(read(await client.callTool(asking)).text).toBe('internal_error: No model today.');
    const { data } = read(await client.callTool({ name: 'runs', arguments: {} }));
    const [{ runId, status } = { runId: '', status: '' }] = rowsOf(data);
    expect(status).toBe('open');
    isBroken = false;
    const again = read(await client.callTool({ name: 'resume', arguments: { runId } }));
    expect(again.data).toMatchObject({ answer: 'one' });
  });

  it('are hidden from clients that may not read their files', async () => {
    const [mine, yours] = [await folderOf({ 'a.txt': 'one' }), await folderOf({ 'a.txt': 'two' })];
    const store = memoryStore();
    const run = runOf([cell('FINAL(1)')]);
    const options = { run, roots: [mine, yours], store };
    const client = await connectServer(options, [mine]);
    const runId = String(read(await client.callTool(asking)).data?.['runId']);
    const other = await connectServer(options, [yours]);
    expect(read(await other.callTool({ name: 'runs', arguments: {} })).data).toEqual({ runs: [] });
    expect((await other.listResources()).resources).toEqual([]);
    await expect(other.readResource({ uri: `rlm://runs/${runId}` })).rejects.toThrow(
      JSON.stringify(runId),
    );
    const resumed = read(await other.callTool({ name: 'resume', arguments: { runId } }));
    expect(resumed).toMatchObject({ isError: true, code: 'run_unknown' });
  });

  it('of other programs, and forged ones, are not there', async () => {
    const folder = await folderOf({ 'a.txt': 'one' });
    const store = memoryStore();
    const files = [{ name: 'a.txt', path: join(folder, 'a.txt'), sha256: '0' }];
    const specs: readonly unknown[] = [
      undefined,
      'text',
      { by: 'rlm ask', question: 'What?' },
      { by: '@rlm/mcp', version: 1, question: 'What?', files: [] },
      { by: '@rlm/mcp', version: 1, question: 7, files },
      { by: '@rlm/mcp', version: 1, question: 'What?', files: [{ path: '/etc/passwd' }] },
      { by: '@rlm/mcp', version: 1, question: 'What?', files, limits: { maxSteps: '9' } },
      {
        by: '@rlm/mcp',
        version: 1,
        question: 'What?',
        files: [...files, { name: 'p', path: '/etc/passwd', sha256: '0' }],
      },
      {
        by: '@rlm/mcp',
        version: 1,
        question: 'What?',
        files: [{ ...files[0], path: `${folder}/../../etc/passwd` }],
      },
    ];
    for (const [index, spec] of specs.entries()) {
      const journal = await store.create({
        runId: `r${index}`,
        ...(spec === undefined ? {} : { spec }),
      });
      await journal.close();
    }
    const client = await connectServer({ run: runOf([]), roots: [folder], store });
    expect(read(await client.callTool({ name: 'runs', arguments: {} })).data).toEqual({ runs: [] });
  });

  it('keep the limits that their client named', async () => {
    const folder = await folderOf({ 'a.txt': 'one' });
    const store = memoryStore();
    const run = { ...runOf([cell('print(1)')]), wrapUp: false };
    const client = await connectServer({ run, roots: [folder], store });
    const given = { ...asking.arguments, maxSteps: 1 };
    const { data } = read(await client.callTool({ name: 'ask', arguments: given }));
    expect(data).toMatchObject({ finishReason: 'max_steps' });
    const runId = data?.['runId'];
    const again = read(await client.callTool({ name: 'resume', arguments: { runId } }));
    expect(again.data).toMatchObject({ runId, finishReason: 'max_steps', steps: 1 });
  });

  it('are written and read as the caller says', async () => {
    const folder = await folderOf({ 'a.txt': 'one' });
    const store = memoryStore();
    const specs = {
      write: ({ question, files, limits }: object & Record<string, unknown>) => ({
        mine: { question, files, limits },
      }),
      read: (spec: unknown) => (spec as { readonly mine: never }).mine,
    };
    const client = await connectServer({
      run: runOf([cell('FINAL(1)')]),
      roots: [folder],
      store,
      specs: specs as never,
    });
    await client.callTool(asking);
    const { data } = read(await client.callTool({ name: 'runs', arguments: {} }));
    expect(data).toMatchObject({ runs: [{ question: 'What?' }] });
    for await (const { spec } of store.list())
      expect(Object.keys(spec as object)).toEqual(['mine']);
  });

  it.each([
    [{ limit: 0 }, 'limit'],
    [{ status: 'gone' }, 'status'],
    [{ all: true }, 'all'],
  ])('are not listed for wrong arguments: %o', async (given, words) => {
    const folder = await folderOf({ 'a.txt': 'one' });
    const client = await connectServer({ run: runOf([]), roots: [folder], store: memoryStore() });
    const result = read(await client.callTool({ name: 'runs', arguments: given }));
    expect(result).toMatchObject({ isError: true, code: 'invalid_call' });
    expect(result.text).toContain(words);
  });
});
