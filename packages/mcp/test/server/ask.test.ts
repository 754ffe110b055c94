import { invalidOption } from '@rlm/config/options-suite';
import { memoryStore } from '@rlm/journal';
import { createBudget } from '@rlm/kernel';
import { scriptedModel, type ScriptedReply } from '@rlm/kernel/testing';
import { quickjs } from '@rlm/sandbox/quickjs';
import { describe, expect, it } from 'vitest';

import { createMcpServer, type McpQuestion } from '../../src/server/index.js';
import { connectServer, folderOf, later, read } from '../support/serve.js';

const sandbox = quickjs();
const cell = (code: string): string => `\`\`\`js\n${code}\n\`\`\``;
const counting = cell('FINAL(Object.keys(context).join())');

const runOf = (replies: readonly ScriptedReply[] = [counting]) => ({
  model: scriptedModel(replies, { after: 'cycle' }),
  sandbox,
});

describe('the tool ask', () => {
  it('answers a question over a folder, as text and as data that fits its schema', async () => {
    const folder = await folderOf({ 'a.txt': 'one', 'docs/b.md': 'two', '.git/config': 'no' });
    const client = await connectServer({ run: runOf(), roots: [folder] });
    // The client of the SDK checks the structured content by the schema that the tool names.
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['ask']);
    const { text, data, isError } = read(
      await client.callTool({ name: 'ask', arguments: { question: 'Which?', paths: ['.'] } }),
    );
    expect(isError).toBe(false);
    expect(text).toMatch(/^a\.txt,docs\/b\.md\n\[run \S+: final, 1 steps, [\d,]+ tokens\]$/);
    expect(data).toMatchObject({
      answer: 'a.txt,docs/b.md',
      finishReason: 'final',
      steps: 1,
      files: 2,
      skipped: [],
      usage: { calls: 1, subQueries: 0, costUsd: 0 },
    });
  });

  it('gives the text of one file as it is, and names files that have no text', async () => {
    const folder = await folderOf({ 'a.txt': 'needle', 'b.bin': '\0\0\0' });
    const client = await connectServer({
      run: runOf([cell('FINAL(context)')]),
      roots: [folder],
    });
    const ask = async (paths: readonly string[]) =>
      read(await client.callTool({ name: 'ask', arguments: { question: 'What?', paths } })).data;
    expect(await ask(['a.txt'])).toMatchObject({ answer: 'needle', skipped: [] });
    expect(await ask(['.'])).toMatchObject({
      answer: 'needle',
      files: 1,
      skipped: [{ name: 'b.bin', reason: expect.any(String) as string }],
    });
  });

  it('says beside the answer that sub-queries failed', async () => {
    const folder = await folderOf({ 'a.txt': 'one' });
    const code = cell('FINAL((await llm_query_batched(["a", "b"])).filter(Boolean).length)');
    const run = { ...runOf([code]), subModel: () => 'yes', limits: { maxSubQueries: 1 } };
    const client = await connectServer({ run, roots: [folder] });
    const given = { question: 'What?', paths: ['a.txt'] };
    const { text, data, isError } = read(await client.callTool({ name: 'ask', arguments: given }));
    expect(isError).toBe(false);
    expect(text).toMatch(/^1\n\[run .*\]\n\[1 of 2\b.*\bbudget_exceeded: 1\b/);
    expect(data).toMatchObject({
      finishReason: 'final',
      note: expect.stringContaining('budget_exceeded: 1') as string,
    });
  });

  it('tells its progress: steps, sub-queries, tokens and cost', async () => {
    const folder = await folderOf({ 'a.txt': 'one' });
    const usage = { inputTokens: 1_000_000, outputTokens: 0 };
    const replies = [{ text: cell('await llm_query("x"); print(1)'), usage }, 'sub', counting];
    const client = await connectServer({
      run: { ...runOf(replies), prices: { inputPerMillion: 2, outputPerMillion: 8 }, maxSteps: 5 },
      roots: [folder],
    });
    const told: { readonly progress: number; readonly message?: string | undefined }[] = [];
    await client.callTool(
      { name: 'ask', arguments: { question: 'What?', paths: ['a.txt'] } },
      undefined,
      { onprogress: (progress) => void told.push(progress) },
    );
    expect(told.length).toBeGreaterThanOrEqual(2);
    expect(told[0]).toMatchObject({
      progress: 1,
      message: expect.stringMatching(/^Step 1 .* 5; 0 sub-queries, 0 tokens$/) as string,
    });
    expect(told.at(-1)?.message).toMatch(/^Step 2 .* 5; 1 sub-queries, 10000\d\d tokens, \$2\.00/);
    const figures = told.map(({ progress }) => progress);
    expect(figures).toEqual([...new Set(figures)].sort((one, other) => one - other));
  });

  it('aborts its run if the client cancels the request', async () => {
    const folder = await folderOf({ 'a.txt': 'one' });
    let signal: AbortSignal | undefined;
    const asked = later<undefined>();
    const model = scriptedModel([
      (request) => {
        signal = request.abortSignal;
        asked.resolve(undefined);
        return { hang: true };
      },
    ]);
    const client = await connectServer({ run: { model, sandbox }, roots: [folder] });
    const stop = new AbortController();
    const call = client.callTool(
      { name: 'ask', arguments: { question: 'What?', paths: ['a.txt'] } },
      undefined,
      { signal: stop.signal },
    );
    await asked.promise;
    stop.abort();
    await expect(call).rejects.toThrow(/abort/i);
    await expect.poll(() => signal?.aborted).toBe(true);
  });

  it('lets as many runs be under way as its configuration says', async () => {
    const folder = await folderOf({ 'a.txt': 'one' });
    const asked = later<undefined>();
    const end = later<string>();
    const model = scriptedModel([
      () => {
        asked.resolve(undefined);
        return end.promise;
      },
    ]);
    const client = await connectServer({
      run: { model, sandbox },
      roots: [folder],
      maxConcurrentRuns: 1,
    });
    const ask = () =>
      client.callTool({ name: 'ask', arguments: { question: 'What?', paths: ['a.txt'] } });
    const first = ask();
    await asked.promise;
    const second = read(await ask());
    expect(second).toMatchObject({ isError: true, code: 'server_busy' });
    expect(second.text).toContain('Ask again');
    end.resolve(cell('FINAL("done")'));
    expect(read(await first).data).toMatchObject({ answer: 'done' });
  });

  it('says as an error of the tool why there is no answer, and what to do', async () => {
    const folder = await folderOf({ 'a.txt': 'one' });
    const client = await connectServer({
      run: { ...runOf([{ raise: new Error('key is wrong.') }]), retry: { attempts: 1 } },
      roots: [folder],
      store: memoryStore(),
    });
    const { text, isError, code, data } = read(
      await client.callTool({ name: 'ask', arguments: { question: 'What?', paths: ['a.txt'] } }),
    );
    expect(isError).toBe(true);
    expect(code).toMatch(/^[a-z_]+$/);
    expect(text).toContain('key is wrong.');
    expect(text).toContain('"resume" with runId');
    expect(data).toMatchObject({ answer: null, finishReason: 'error' });
  });

  it.each([
    [{}, /\bquestion to be a text\b/],
    [{ question: ' ', paths: ['.'] }, /\bquestion to be a text\b/],
    [{ question: 'What?', paths: [] }, /\bpaths .* 1 to 100 paths\b/],
    [{ question: 'What?', paths: ['.'], model: 'gpt' }, /\bno argument "model"/],
    [{ question: 'What?', paths: ['.'], maxSteps: 1.5 }, /\bmaxSteps .* whole number\b/],
    [{ question: 'What?', paths: ['.'], maxCostUsd: -1 }, /\bmaxCostUsd .* number from 0\b/],
  ])('refuses wrong arguments: %o', async (given, words) => {
    const folder = await folderOf({ 'a.txt': 'one' });
    const client = await connectServer({ run: runOf(), roots: [folder] });
    const result = read(await client.callTool({ name: 'ask', arguments: given }));
    expect(result).toMatchObject({ isError: true, code: 'invalid_call' });
    expect(result.text).toMatch(words);
  });

  it('is the only tool without a store, and any other is no tool', async () => {
    const folder = await folderOf({ 'a.txt': 'one' });
    const client = await connectServer({ run: runOf(), roots: [folder] });
    expect(client.getServerCapabilities()).toEqual({ tools: { listChanged: false } });
    await expect(client.callTool({ name: 'runs', arguments: {} })).rejects.toThrow(/tool "runs"/);
  });
});

describe('the limits of the configuration', () => {
  const ask = async (
    run: object,
    limits: Readonly<Record<string, number>>,
  ): Promise<Readonly<Record<string, unknown>> | undefined> => {
    const folder = await folderOf({ 'a.txt': 'one' });
    const client = await connectServer({
      run: { ...runOf([cell('print(1)')]), wrapUp: false, ...run },
      roots: [folder],
    });
    const given = { question: 'What?', paths: ['a.txt'], ...limits };
    return read(await client.callTool({ name: 'ask', arguments: given })).data;
  };

  it('are not raised by a client', async () => {
    expect(await ask({ maxSteps: 2 }, { maxSteps: 50 })).toMatchObject({
      finishReason: 'max_steps',
      steps: 2,
    });
    expect(await ask({ limits: { maxTokens: 900 } }, { maxTokens: 1e9 })).toMatchObject({
      finishReason: 'max_tokens',
    });
    expect(await ask({}, { maxSteps: 1_000 })).toMatchObject({ steps: 30 });
  });

  it('are lowered by a client', async () => {
    expect(await ask({ maxSteps: 5 }, { maxSteps: 1 })).toMatchObject({ steps: 1 });
    expect(await ask({}, { maxTokens: 900 })).toMatchObject({ finishReason: 'max_tokens' });
    const prices = { inputPerMillion: 1, outputPerMillion: 1 };
    expect(await ask({ prices }, { maxCostUsd: 0.0001 })).toMatchObject({
      finishReason: 'max_cost',
    });
  });

  it('hold for all runs together with one budget', async () => {
    const folder = await folderOf({ 'a.txt': 'one' });
    const budget = createBudget({ maxCalls: 2 });
    const client = await connectServer({
      run: { ...runOf(), budget, wrapUp: false },
      roots: [folder],
    });
    const reasons: unknown[] = [];
    for (let count = 0; count < 3; count += 1) {
      const given = { question: 'What?', paths: ['a.txt'] };
      reasons.push(
        read(await client.callTool({ name: 'ask', arguments: given })).data?.['finishReason'],
      );
    }
    expect(reasons).toEqual(['final', 'final', 'max_calls']);
  });
});

describe('createMcpServer', () => {
  it('asks a function how each question is answered', async () => {
    const folder = await folderOf({ 'a.txt': 'one' });
    const asked: McpQuestion[] = [];
    const run = (question: McpQuestion) => {
      asked.push(question);
      return runOf([cell(`FINAL("${question.question}")`)]);
    };
    const client = await connectServer({ run, roots: [folder] });
    const given = { question: 'Why', paths: ['a.txt'], maxSteps: 3 };
    const { data } = read(await client.callTool({ name: 'ask', arguments: given }));
    expect(data).toMatchObject({ answer: 'Why', runId: asked[0]?.runId });
    expect(asked).toMatchObject([
      { question: 'Why', totalChars: 3, limits: { maxSteps: 3 }, files: [{ name: 'a.txt' }] },
    ]);
  });

  it.each<[object, string, ...string[]]>([
    [{}, 'run', 'got undefined'],
    [{ run: {} }, 'run', 'options of runRlm', 'function'],
    [{ run: runOf(), roots: [] }, 'roots', 'got an empty list'],
    [{ run: runOf(), root: '.' }, 'root', 'roots'],
    [{ run: runOf(), store: {} }, 'store', '@rlm/journal'],
    [{ run: runOf(), ignoreClientRoots: true }, 'roots', 'folders'],
  ])('refuses wrong options %#', (options, option, ...facts) => {
    expect(() => createMcpServer(options as never)).toThrow(invalidOption(option, ...facts));
  });
});
