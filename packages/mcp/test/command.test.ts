import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { join } from 'node:path';

import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { describe, expect, it, onTestFinished } from 'vitest';

import { readOptions, type CommandOptions } from '../src/command/options.js';
import { connectCommand, startCommand } from './support/command.js';
import { startOpenAiServer, startRedirect } from './support/openai-server.js';
import { clientWith, folderOf, read } from './support/serve.js';

const model = ['--base-url', 'http://127.0.0.1:1/v1', '--model', 'tiny'];
const cell = (code: string): string => `\`\`\`js\n${code}\n\`\`\``;

/** A server with these replies, and what names it. */
async function modelThatReplies(replies: readonly string[]) {
  const server = await startOpenAiServer(replies);
  return { server, args: ['--base-url', server.baseUrl, '--model', 'tiny'] };
}

const ask = async (client: Client, given: object) =>
  read(await client.callTool({ name: 'ask', arguments: { question: 'What?', ...given } }));

describe('npx @rlm/mcp', () => {
  it('answers an agent with the model of the command line, and keeps its runs in the own folder of the user', async () => {
    const folder = await folderOf({ 'docs/a.txt': 'one', 'docs/b.txt': 'two', 'c.txt': 'three' });
    const { server, args } = await modelThatReplies([cell('FINAL(Object.keys(context).join())')]);
    const { client, said } = await connectCommand(folder, ['docs', ...args]);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['ask', 'resume', 'runs']);
    const { data } = await ask(client, { paths: ['.'], maxSteps: 3 });
    expect(data).toMatchObject({ answer: 'a.txt,b.txt', finishReason: 'final', files: 2 });
    expect(said()).toContain('rlm-mcp: tiny at 127.0.0.1:');

    expect(await ask(client, { paths: [join(folder, 'c.txt')] })).toMatchObject({ isError: true });
    const runId = String(data?.['runId']);
    const listed = read(await client.callTool({ name: 'runs', arguments: {} }));
    expect(listed.data).toMatchObject({ runs: [{ runId, question: 'What?', status: 'ended' }] });
    const runs = join(folder, 'state', 'rlm', 'mcp-runs');
    expect(await readdir(runs)).toContain(`${runId}.jsonl`);
    expect((await stat(runs)).mode & 0o77).toBe(0);
    await client.close();

    // Another process goes on with it, and asks nobody.
    const { client: next } = await connectCommand(folder, ['docs', ...args]);
    const resumed = read(await next.callTool({ name: 'resume', arguments: { runId } }));
    expect(resumed.data).toMatchObject({ answer: 'a.txt,b.txt' });
    expect(server.requests).toHaveLength(1);
  });

  it('is configured by the environment alone; the key goes to the address there', async () => {
    const folder = await folderOf({ 'a.txt': 'one' });
    const { server } = await modelThatReplies([cell('FINAL(context)')]);
    const env = { RLM_BASE_URL: server.baseUrl, RLM_MODEL: 'tiny', RLM_API_KEY: 'key-1' };
    const { client } = await connectCommand(folder, ['.', '--header', 'x-team: red'], { env });
    expect((await ask(client, { paths: ['a.txt'] })).data).toMatchObject({ answer: 'one' });
    expect(server.requests).toMatchObject([
      { model: 'tiny', headers: { authorization: 'Bearer key-1', 'x-team': 'red' } },
    ]);
  });

  it('follows no redirect: text and key go to the address that is named, and to no other', async () => {
    const folder = await folderOf({ 'a.txt': 'one' });
    const { server } = await modelThatReplies([cell('FINAL(1)')]);
    const named = await startRedirect(new URL(server.baseUrl).origin);
    const args = ['.', '--base-url', `${named}/v1`, '--model', 'tiny', '--retries', '0'];
    const { client } = await connectCommand(folder, args, { env: { RLM_API_KEY: 'secret' } });
    const { isError, text } = await ask(client, { paths: ['a.txt'] });
    expect(isError).toBe(true);
    expect(text).toContain('redirects to');
    expect(server.requests).toEqual([]);
  });

  it('reports progress, and aborts a run whose request is cancelled', async () => {
    const folder = await folderOf({ 'a.txt': 'one' });
    const { server, args } = await modelThatReplies([cell('print(await llm_query("hang"))')]);
    const { client } = await connectCommand(folder, ['.', ...args]);
    const controller = new AbortController();
    const steps: number[] = [];
    const asked = client.callTool(
      { name: 'ask', arguments: { question: 'What?', paths: ['a.txt'] } },
      undefined,
      { signal: controller.signal, onprogress: ({ progress }) => steps.push(progress) },
    );
    await expect.poll(() => server.requests.length).toBe(2);
    controller.abort();
    await expect(asked).rejects.toThrow();
    expect(steps.length).toBeGreaterThan(0);
    // It was let go of, and can be resumed.
    const statuses = async (): Promise<unknown> =>
      read(await client.callTool({ name: 'runs', arguments: {} })).data;
    await expect.poll(statuses).toMatchObject({ runs: [{ status: 'open' }] });
  });

  it('says once that isolation is missing, however many questions it answers', async () => {
    const folder = await folderOf({ 'a.txt': 'one' });
    const { args } = await modelThatReplies([cell('FINAL(1)'), cell('FINAL(2)')]);
    const { client, said } = await connectCommand(folder, ['.', ...args], {
      env: { PATH: '/nowhere' },
    });
    for (const answer of ['1', '2']) {
      expect((await ask(client, { paths: ['a.txt'] })).data).toMatchObject({ answer });
    }
    expect(said().split('isolation:')).toHaveLength(2);
  });

  it('reads below the folders that the agent names, if the command line names none', async () => {
    const folder = await folderOf({ 'project/a.txt': 'one', 'a.txt': 'outside' });
    const { args } = await modelThatReplies([cell('FINAL(context)')]);
    const { client } = await connectCommand(folder, ['--no-journal', ...args], {
      roots: [join(folder, 'project')],
    });
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['ask']);
    expect(await ask(client, { paths: [join(folder, 'a.txt')] })).toMatchObject({ isError: true });
    expect((await ask(client, { paths: ['a.txt'] })).data).toMatchObject({ answer: 'one' });
    expect(await readdir(folder)).toEqual(['a.txt', 'project']);
  });

  it.each([
    ['--max-cost', '0.01', 'max_cost'],
    ['--max-total-cost', '0.01', 'max_cost'],
    ['--max-tokens', '20', 'max_tokens'],
  ])('holds a run to %s %s, whatever the agent names', async (option, limit, finishReason) => {
    const folder = await folderOf({ 'a.txt': 'one' });
    const { server, args } = await modelThatReplies([cell('FINAL(1)')]);
    const prices = ['--price-in', '1000', '--price-out', '1000'];
    const { client } = await connectCommand(folder, [...args, ...prices, option, limit, '.']);
    const given = { paths: ['a.txt'], maxCostUsd: 1e6, maxTokens: 1e9 };
    expect(await ask(client, given)).toMatchObject({ isError: true, data: { finishReason } });
    expect(server.requests).toEqual([]);
  });

  it('answers an agent even if runs cannot be kept', async () => {
    const folder = await folderOf({ 'a.txt': 'one' });
    await writeFile(join(folder, 'state'), 'no folder');
    onTestFinished(() => rm(join(folder, 'state')));
    const { args } = await modelThatReplies([cell('FINAL(context)')]);
    const { client, said } = await connectCommand(folder, ['.', ...args]);
    expect((await ask(client, { paths: ['a.txt'] })).data).toMatchObject({ answer: 'one' });
    expect(said()).toContain('cannot be kept');
  });

  it('listens over HTTP with the token of the environment, until it is interrupted', async () => {
    const folder = await folderOf({ 'a.txt': 'one' });
    const { args } = await modelThatReplies([cell('FINAL(context)')]);
    const token = 'a-token-of-24-characters';
    const { child, ended } = await startCommand(
      folder,
      ['.', '--http', '--port', '0', '--no-journal', ...args],
      { RLM_MCP_TOKEN: token },
    );
    if (child.stdout === null) throw new Error('no stdout');
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    const { value: url = '' } = (await lines.next()) as { readonly value?: string };
    const open = async (given: string): Promise<Client> => {
      const client = clientWith();
      onTestFinished(() => client.close());
      const headers = { authorization: `Bearer ${given}` };
      await client.connect(
        new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }),
      );
      return client;
    };
    await expect(open('another-token-of-it-all')).rejects.toThrow('token');
    const client = await open(token);
    expect((await ask(client, { paths: ['.'] })).data).toMatchObject({ answer: 'one' });
    child.kill('SIGINT');
    const { code, stderr } = await ended;
    expect(code).toBe(130);
    expect(stderr).not.toContain(token);
  });

  it.each<{ args: readonly string[]; words: string | RegExp; env?: Record<string, string> }>([
    { args: ['missing'], words: 'no folder "missing"' },
    { args: ['.', '--runs', 'runs'], words: /--runs .* outside/ },
    {
      args: ['.', '--require-isolation'],
      words: '--require-isolation: ',
      env: { PATH: '/nowhere' },
    },
    { args: ['.', '--python'], words: /cannot run: .*npx .*-p pyodide@/ },
  ])('refuses what it cannot do: $args', async ({ args, words, env }) => {
    const { ended } = await startCommand(await folderOf({}), [...args, ...model], env);
    const { code, stderr, stdout } = await ended;
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(words);
  });

  it('ends with 2 and its usage for a wrong line, and says nothing on stdout', async () => {
    const { ended } = await startCommand(await folderOf({}), ['.', '--modle', 'x']);
    const { code, stderr, stdout } = await ended;
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^rlm-mcp: .*'--modle'/);
    expect(stderr).toContain('\n\nUsage: npx @rlm/mcp');
  });

  it.each([
    ['--help', /^Usage: npx @rlm\/mcp/],
    ['--version', /^\d+\.\d+\.\d+\n$/],
  ])('prints what %s asks for', async (option, words) => {
    const { ended } = await startCommand(await folderOf({}), [option]);
    const { code, stdout, stderr } = await ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(words);
  });
});

describe('the command line of npx @rlm/mcp', () => {
  it.each<readonly [args: readonly string[], words: string | RegExp]>([
    [[], '--base-url <url> --model <id>'],
    [['--base-url', 'http://127.0.0.1:1/v1'], '--model <id>'],
    [['--base-url', 'ftp://x', '--model', 'tiny'], 'http or https, not "ftp://x"'],
    [['--base-url', 'http://me:pw@x/v1', '--model', 'tiny'], /^[^]*no user and password(?!.*pw)/],
    [[...model, '--modle', 'x'], "'--modle'"],
    [[...model, '--port', '1'], /--port .*--http/],
    [[...model, '--http', '--port', '70000'], /--port .* from 0 to 65535\b/],
    [[...model, '--no-journal', '--runs', 'x'], /--no-journal and --runs exclude/],
    [[...model, '--runs', ''], '--runs needs a folder'],
    [[...model, '--max-cost', '1'], /--max-cost .*\bprice\b/],
    [[...model, '--max-total-cost', '1'], /--max-total-cost .*\bprice\b/],
    [[...model, '--price-in', '1'], '--price-out <usd> is missing'],
    [[...model, '--price-in', '1', '--price-reported'], '--price-reported excludes'],
    [[...model, '--max-steps', '0'], '--max-steps takes a whole number from 1, not "0"'],
    [[...model, '--max-tokens', ''], '--max-tokens takes a whole number from 1, not ""'],
    [[...model, '--temperature', 'hot'], '--temperature takes an amount such as 0.5, not "hot"'],
    [[...model, '--timeout', '10'], '--timeout takes a time such as 30s, 5m or 2h'],
    [[...model, '--header', 'x'], '--header takes a name and a value'],
    [[...model, '--api-key-env', 'NOT_SET'], '--api-key-env NOT_SET: this variable is not set'],
  ])('is refused if it is wrong: %j', (args, words) => {
    expect(() => readOptions(args, {})).toThrow(words);
  });

  it.each<{ env: Record<string, string>; headers: object; more?: readonly string[] }>([
    { env: {}, headers: {} },
    { env: { OPENAI_API_KEY: 'open' }, headers: { authorization: 'Bearer open' } },
    {
      env: { OPENAI_API_KEY: 'open', RLM_API_KEY: 'own' },
      headers: { authorization: 'Bearer own' },
    },
    {
      env: { RLM_API_KEY: 'own', MINE: 'mine' },
      headers: { authorization: 'Bearer mine' },
      more: ['--api-key-env', 'MINE'],
    },
  ])('takes the key of $env: $headers', ({ env, headers, more = [] }) => {
    const { endpoint } = readOptions([...model, ...more], env) as CommandOptions;
    expect(endpoint.headers).toEqual(headers);
  });

  it('is read into the limits of a run', () => {
    const args = [
      '--retries',
      '0',
      '--call-timeout',
      '2m',
      '--timeout',
      '1.5h',
      '--temperature',
      '0',
    ];
    const prices = ['--price-in', '1', '--price-out', '2', '--max-cost', '3', '--concurrency', '4'];
    expect(readOptions([...model, ...args, ...prices], {})).toMatchObject({
      folders: [],
      run: {
        maxSteps: 20,
        retry: { attempts: 1 },
        settings: { root: { temperature: 0 }, sub: { temperature: 0 } },
        prices: { inputPerMillion: 1, outputPerMillion: 2 },
        limits: {
          maxSubQueries: 200,
          maxConcurrentQueries: 4,
          maxCostUsd: 3,
          timeoutMs: 5_400_000,
          callTimeoutMs: 120_000,
        },
      },
    });
  });
});
