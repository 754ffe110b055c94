import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { tryTasks } from '../../src/try/tasks.js';
import { answering, startServer } from '../models/loopback-server.js';
import { startOpenAiServer, type ChatRequest } from '../models/openai-server.js';
import { endpoint, notesFolder, type NotesFolder } from '../support/notes-folder.js';
import { mistakes, scriptedModel, solutions } from './solutions.js';

/** A line of `--json`. */
interface Line {
  readonly task: string;
  readonly verdict: string;
  readonly reason: string | null;
  readonly answer: string | null;
  readonly runId: string | null;
  readonly steps: number;
  readonly subQueries: number;
  readonly tokens: number;
  readonly costUsd: number | null;
  readonly direct?: { readonly verdict: string; readonly fitted: number; readonly tokens: number };
}

const linesOf = (text: string): readonly Line[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
const names = tryTasks.map(({ name }) => name);

/** A server with such a model, which closes with its scope. */
async function open(
  replies: (request: ChatRequest) => string | undefined,
  options?: Parameters<typeof startOpenAiServer>[1],
) {
  const server = await startOpenAiServer(replies, options);
  return { ...server, [Symbol.asyncDispose]: () => server.close() };
}

let folder: NotesFolder;
beforeEach(async () => {
  folder = await notesFolder();
});
afterEach(() => folder[Symbol.asyncDispose]());

describe('the tasks of rlm try', () => {
  it('are twelve, the same for the same seed, with texts of 200 kB to 1 MB', () => {
    expect(names).toHaveLength(12);
    for (const { make } of tryTasks) {
      const { query, context } = make(7);
      expect(make(7)).toMatchObject({ query, context });
      expect(make(8).context).not.toEqual(context);
      const size = JSON.stringify(context).length;
      expect([size > 2e5, size < 1e6]).toEqual([true, true]);
    }
  });

  it.each([
    ['the built command: code solves each', solutions, 'right', 0, true],
    ['code gives what a search finds first, which is wrong', mistakes, 'wrong', 1, false],
  ])('in the sandbox, %s', async (_, cells, verdict, exitCode, isApart) => {
    await using server = await open(scriptedModel(cells));
    const { stdout, stderr, code } = await folder.rlm(['try', ...endpoint(server), '--json'], {
      isApart,
    });
    const lines = linesOf(stdout);
    expect(lines.map(({ task }) => task)).toEqual(names);
    expect(lines.filter((line) => line.verdict !== verdict)).toEqual([]);
    expect(lines.every(({ reason }) => (reason === null) === (verdict === 'right'))).toBe(true);
    expect({ code, stderr }).toEqual({ code: exitCode, stderr: '' });
  });

  it.each(tryTasks)('$name: an answer without substance is wrong', ({ make }) => {
    const { check } = make(1);
    for (const answer of ['', 'I do not know.', '42', '{}']) expect(check(answer)).toMatch(/\w/);
  });
});

const cheap = ['--price-in', '1', '--price-out', '1'];

describe('rlm try', () => {
  it('prints a table with a sum, also of direct calls, and what is wrong with an answer', async () => {
    const cells = { ...solutions, join: 'FINAL(7);' };
    await using server = await open(scriptedModel(cells));
    const only = ['--only', 'needle,join', '--baseline', '--window', '50000', ...cheap];
    const { stdout, stderr, code } = await folder.rlm(['try', ...endpoint(server), ...only]);
    const [head, needle, , join, reason, , sum, ...more] = stdout.trimEnd().split('\n');
    expect(head).toMatch(
      /^task +answer +steps +tokens +cost +seconds +direct +text +tokens +cost +seconds +run$/,
    );
    expect(needle).toMatch(/^needle +right +1 +15 +\$0\.0000 +[\d.]+ +wrong +30 % .* [0-9a-f]{8}$/);
    expect(join).toMatch(/^join +wrong +1 +15 /);
    expect(reason).toMatch(/^ {2}\d+ expected, 7 found$/);
    expect(sum).toMatch(/^all +1 of 2 +2 +30 .* 0 of 2 +30 /);
    expect(more).toEqual([]);
    expect(stderr).toMatch(/^Model: tiny-chat/);
    expect(stderr).toContain('fits in 50,000 tokens, at 4 characters each');
    expect(code).toBe(1);
    // A direct call has the question and as much of the text as fits, and nothing else.
    const direct = server.requests.filter(({ messages }) => messages.length === 1);
    expect(direct).toHaveLength(2);
    const [{ content = '' } = {}] = direct[0]?.messages ?? [];
    expect(Math.abs(content.length - (50_000 - 8_192) * 4)).toBeLessThan(100);
  });

  it('sends less text if a direct call is refused as too long', async () => {
    const sizes: number[] = [];
    const refuse = ({ messages }: ChatRequest): string | undefined => {
      const [first] = messages;
      if (messages.length > 1 || first === undefined) return undefined;
      sizes.push(first.content.length);
      return sizes.length < 3 ? 'The maximum context length is 90000 tokens' : undefined;
    };
    await using server = await open(scriptedModel(solutions), { refuse });
    const args = ['try', '--only', 'needle', '--baseline', '--json', ...endpoint(server)];
    const [{ direct } = {}] = linesOf((await folder.rlm(args)).stdout);
    expect(sizes).toHaveLength(3);
    expect(direct?.fitted).toBeCloseTo(0.867 * 0.75 * 0.75, 2);
    expect(direct?.verdict).toBe('wrong');
  });

  it('keeps the runs as those of rlm ask: they are listed, shown and read again', async () => {
    await using server = await open(scriptedModel(solutions));
    const args = ['try', '--only', 'two-contexts,typed-answer', '--json'];
    const { stdout } = await folder.rlm([...args, ...endpoint(server)]);
    const asked = server.requests.length;
    for (const { runId, answer } of linesOf(stdout)) {
      const shown = await folder.rlm(['show', runId ?? '']);
      expect(shown.code).toBe(0);
      expect(shown.stdout).toContain('FINAL(');
      const again = await folder.rlm(['resume', runId ?? '', '--quiet']);
      expect(again).toMatchObject({ code: 0, stdout: `${answer ?? ''}\n` });
    }
    expect((await folder.listed()).map(({ status }) => status)).toEqual(['ended', 'ended']);
    expect(server.requests).toHaveLength(asked);
  });

  it('writes nothing with --no-journal', async () => {
    await using server = await open(scriptedModel(solutions));
    const args = ['try', '--only', 'join', '--json', '--no-journal', ...endpoint(server)];
    const { stdout } = await folder.rlm(args);
    expect(linesOf(stdout)).toMatchObject([{ task: 'join', verdict: 'right', runId: null }]);
    expect(await folder.listed()).toEqual([]);
  });

  it('spends no more than --max-cost on all tasks together, and tries no more tasks then', async () => {
    await using server = await open(scriptedModel(solutions), { inputTokens: 800 });
    // A call costs $0.805, and what is left after two does not pay for a third.
    const limit = ['--price-in', '1000', '--price-out', '1000', '--max-cost', '2'];
    const only = ['--only', 'needle,join,pairs,code,log'];
    const args = ['try', ...only, ...limit, '--json', ...endpoint(server)];
    const { stdout, stderr, code } = await folder.rlm(args);
    const lines = linesOf(stdout);
    expect(lines.map(({ verdict }) => verdict)).toEqual(['right', 'right', 'no answer']);
    expect(lines.reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0)).toBeCloseTo(1.61);
    expect(stderr).toMatch(/maxCostUsd.*2 tasks not tried/);
    expect([server.requests.length, code]).toEqual([2, 1]);
  });

  it.each([
    ['HTTP 401: This key is not valid; 11 tasks not tried; the key is read from RLM_API_KEY', 401],
    ['HTTP 400: This key is not valid; 11 tasks not tried', 400],
    ['11 tasks not tried', undefined],
  ])('stops at the first task if no call is answered: %s', async (words, status) => {
    let calls = 0;
    const server = await startServer((request, response) => {
      if (request.url === '/v1/models') {
        response.end('{"data":[{"id":"tiny-chat"}]}');
        return;
      }
      calls += 1;
      if (status === undefined) request.socket.destroy();
      else answering(status, '{"error":{"message":"This key is not valid"}}')(request, response);
    });
    const args = ['try', ...endpoint(server), '--retries', '0', '--baseline'];
    const { stdout, stderr, code } = await folder.rlm(args);
    await server.close();
    expect(stdout).toMatch(/^needle +no answer +0 /m);
    expect(stdout).not.toMatch(/^join/m);
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(words);
    expect([calls, code]).toEqual([1, 1]);
  });

  it('ends at Ctrl-C', async () => {
    await using server = await open(() => undefined);
    let isSent = false;
    const { code, stdout } = await folder.rlm(['try', ...endpoint(server)], {
      whileRunning(child, stderr) {
        if (!isSent && stderr.includes('Model:')) isSent = child.kill('SIGINT');
      },
    });
    expect(code).toBe(130);
    expect(stdout).not.toContain('needle');
  });

  it.each([
    [['notes'], /has texts of its own/],
    [['--only', 'needle,hay'], /--only hay: there is no such task, but needle, /],
    [['--window', '9000'], /--window .* --baseline/],
    [['--max-cost', '1'], /--max-cost needs the price/],
    [[], /no model to try: name one with --base-url/],
  ])('refuses %j', async (more, words) => {
    const { code, stderr } = await folder.rlm(['try', ...more]);
    expect(stderr.replaceAll(/\s+/g, ' ')).toMatch(words);
    expect(code).toBe(2);
  });
});
