import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ReadBuffer, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';

import { startOpenAiServer } from './models/openai-server.js';
import { homeAt, inherited, runCommand } from './support/run-command.js';
import { canRunHere, runHere } from './support/run-here.js';

const command = fileURLToPath(new URL('../bin/rlm.mjs', import.meta.url));
const home = mkdtempSync(join(tmpdir(), 'rlm-home-'));
afterAll(() => rm(home, { recursive: true }));
const environment = {
  ...(inherited as Record<string, string>),
  ...homeAt(home),
  RLM_API_KEY: 'none',
};

const cell = (code: string): string => `\`\`\`js\n${code}\n\`\`\``;

async function folderOf(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'rlm-mcp-')));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}

function newClient(roots?: readonly string[]): Client {
  const capabilities = roots === undefined ? {} : { roots: {} };
  const client = new Client({ name: 'test', version: '1.0.0' }, { capabilities });
  if (roots !== undefined) {
    client.setRequestHandler(ListRootsRequestSchema, () => ({
      roots: roots.map((path) => ({ uri: pathToFileURL(path).href })),
    }));
  }
  onTestFinished(() => client.close());
  return client;
}

/** Starts `rlm mcp` as an agent does, and gives what it says on stderr. */
async function connect(
  cwd: string,
  args: readonly string[],
  roots?: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<{ readonly client: Client; readonly said: () => string }> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [command, 'mcp', ...args],
    cwd,
    env: { ...environment, ...more },
    stderr: 'pipe',
  });
  let said = '';
  transport.stderr?.on('data', (data: Buffer) => (said += data.toString()));
  const client = newClient(roots);
  await client.connect(transport);
  return { client, said: () => said };
}

/** The same in this process, which is cheaper, unless each command is to have its own. */
async function connectHere(
  cwd: string,
  args: readonly string[],
  roots?: readonly string[],
): Promise<Client> {
  if (!canRunHere()) return (await connect(cwd, args, roots)).client;
  const [toServer, fromServer] = [new PassThrough(), new PassThrough()];
  const read = new ReadBuffer();
  const transport: Transport = {
    start() {
      fromServer.on('data', (piece: Buffer) => {
        read.append(piece);
        for (let message = read.readMessage(); message !== null; message = read.readMessage()) {
          transport.onmessage?.(message);
        }
      });
      return Promise.resolve();
    },
    send(message) {
      toServer.write(serializeMessage(message));
      return Promise.resolve();
    },
    async close() {
      toServer.end();
      expect((await ended).code).toBe(0);
      transport.onclose?.();
    },
  };
  const ended = runHere(cwd, ['mcp', ...args], environment, toServer, fromServer);
  const client = newClient(roots);
  await client.connect(transport);
  return client;
}

const dataOf = (result: unknown): Record<string, unknown> =>
  (result as { readonly structuredContent: Record<string, unknown> }).structuredContent;

async function modelThatReplies(replies: readonly string[]) {
  const server = await startOpenAiServer(replies);
  onTestFinished(() => server.close());
  return { server, args: ['--base-url', server.baseUrl, '--model', 'tiny'] };
}

describe('rlm mcp', () => {
  it('answers an agent with the model of the command line; the run is one of rlm runs and rlm resume', async () => {
    const folder = await folderOf({ 'docs/a.txt': 'one', 'docs/b.txt': 'two', 'c.txt': 'three' });
    const { server, args } = await modelThatReplies([cell('FINAL(Object.keys(context).join())')]);
    const { client, said } = await connect(folder, ['docs', ...args]);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['ask', 'resume', 'runs']);
    const asked = { question: 'Which files?', paths: ['.'], maxSteps: 3 };
    const data = dataOf(await client.callTool({ name: 'ask', arguments: asked }));
    expect(data).toMatchObject({ answer: 'a.txt,b.txt', finishReason: 'final', files: 2 });
    expect(said()).toContain('rlm mcp: ');

    // What lies outside of the folder, and what other commands began, is not for the agent.
    const outside = await client.callTool({
      name: 'ask',
      arguments: { ...asked, paths: [join(folder, 'c.txt')] },
    });
    expect(outside).toMatchObject({ isError: true });
    const ask = ['ask', 'Which file mentions "one"?', 'docs/a.txt', '--planner'];
    const other = await runCommand(folder, ask, { environment });
    expect(other.stderr).not.toContain('cannot be kept');
    const listed = dataOf(await client.callTool({ name: 'runs', arguments: {} }));
    const runId = String(data['runId']);
    expect(listed).toMatchObject({ runs: [{ runId, question: 'Which files?', status: 'ended' }] });
    expect(listed['runs']).toHaveLength(1);
    const resumed = await client.callTool({ name: 'resume', arguments: { runId } });
    expect(dataOf(resumed)).toMatchObject({ answer: 'a.txt,b.txt' });

    const again = await runCommand(folder, ['resume', runId, '--quiet'], { environment });
    expect(again).toMatchObject({ code: 0, stdout: 'a.txt,b.txt\n' });
    const { stdout } = await runCommand(folder, ['runs', '--json'], { environment });
    expect(JSON.parse(stdout)).toHaveLength(2);
    expect(server.requests).toHaveLength(1);
  });

  it('says once that isolation is missing, however many questions it answers', async () => {
    const folder = await folderOf({ 'a.txt': 'one' });
    const { args } = await modelThatReplies([cell('FINAL(1)'), cell('FINAL(2)')]);
    const { client, said } = await connect(folder, ['.', ...args], undefined, { PATH: '/nowhere' });
    for (const answer of ['1', '2']) {
      const asked = { question: 'Which?', paths: ['a.txt'] };
      const data = dataOf(await client.callTool({ name: 'ask', arguments: asked }));
      expect(data).toMatchObject({ answer });
    }
    expect(said().split('Isolation:')).toHaveLength(2);
  });

  it('reads below the folders that the agent names, if the command line names none', async () => {
    const folder = await folderOf({ 'project/a.txt': 'one', 'a.txt': 'outside' });
    const client = await connectHere(
      folder,
      ['--planner', '--no-journal'],
      [join(folder, 'project')],
    );
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['ask']);
    const ask = async (path: string) =>
      client.callTool({
        name: 'ask',
        arguments: { question: 'Which file mentions "one"?', paths: [path] },
      });
    expect(await ask(join(folder, 'a.txt'))).toMatchObject({ isError: true });
    expect(dataOf(await ask('a.txt'))).toMatchObject({ files: 1 });
  });

  it.each([
    ['--max-cost', '0.01', 'max_cost'],
    ['--max-total-cost', '0.01', 'max_cost'],
    ['--max-tokens', '20', 'max_tokens'],
  ])('holds a run to %s %s, whatever the agent names', async (option, limit, finishReason) => {
    const folder = await folderOf({ 'a.txt': 'one' });
    const { server, args } = await modelThatReplies([cell('FINAL(1)')]);
    const prices = ['--price-in', '1000', '--price-out', '1000'];
    const client = await connectHere(folder, [...args, ...prices, option, limit, '.']);
    const given = { question: 'What?', paths: ['a.txt'], maxCostUsd: 1e6, maxTokens: 1e9 };
    const result = await client.callTool({ name: 'ask', arguments: given });
    expect(result).toMatchObject({ isError: true, structuredContent: { finishReason } });
    expect(server.requests).toEqual([]);
  });

  it('listens over HTTP with the token of the environment, until it is interrupted', async () => {
    const folder = await folderOf({ 'a.txt': 'one' });
    const token = 'a-token-of-24-characters';
    const child = spawn(
      process.execPath,
      [command, 'mcp', '.', '--http', '--port', '0', '--planner', '--no-journal'],
      { cwd: folder, env: { ...environment, RLM_MCP_TOKEN: token } },
    );
    onTestFinished(() => void child.kill('SIGKILL'));
    let said = '';
    child.stderr.on('data', (data: Buffer) => (said += data.toString()));
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    const { value: url = '' } = (await lines.next()) as { readonly value?: string };
    const open = async (given: string): Promise<Client> => {
      const client = newClient();
      const headers = { authorization: `Bearer ${given}` };
      const transport = new StreamableHTTPClientTransport(new URL(url), {
        requestInit: { headers },
      });
      await client.connect(transport);
      return client;
    };
    await expect(open('another-token-of-it-all')).rejects.toThrow('token');
    const client = await open(token);
    const given = { question: 'Which file mentions "one"?', paths: ['.'] };
    expect(dataOf(await client.callTool({ name: 'ask', arguments: given }))).toMatchObject({
      files: 1,
    });
    expect(said).not.toContain(token);
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGINT');
    expect(await ended).toBe(130);
  });

  it.each([
    [['missing'], 'no folder "missing"'],
    [['--port', '1'], /--port .*--http/],
    [['--http', '--port', '70000'], /--port .* from 0 to 65535\b/],
    [['--no-journal', '--runs', 'x'], /--no-journal and --runs exclude/],
    [['--max-total-cost', '1', '--model', 'x'], /--max-total-cost .*\bprice\b/],
  ])('refuses a wrong line: %j', async (args, words) => {
    const folder = await folderOf({});
    const { code, stderr, stdout } = await runCommand(folder, ['mcp', ...args]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(words);
  });
});
