import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { createBudget } from '@rlm/kernel';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { startOpenAiServer, type ChatRequest, type OpenAiServer } from './models/openai-server.js';
import { endpoint, notesFolder, type NotesFolder } from './support/notes-folder.js';
import { runTogether, type RunOptions } from './support/run-command.js';
import { runsOf } from './support/kept-run.js';

/** A line of the results. */
interface Line {
  readonly id: string;
  readonly query: string;
  readonly answer: string | null;
  readonly error: string | null;
}

let folder: NotesFolder;
let server: OpenAiServer;
/** The questions that get no reply. */
let silent: Set<string>;
/** Called when a question is asked that gets no reply. */
let onSilence: () => void;
beforeEach(async () => {
  silent = new Set();
  onSilence = () => undefined;
  folder = await notesFolder();
  server = await startOpenAiServer((asked) => {
    const name = nameIn(asked);
    if (silent.has(name)) {
      onSilence();
      return undefined;
    }
    return `\`\`\`js\nFINAL('the answer to ${name}');\n\`\`\``;
  });
});
afterEach(async () => {
  await server.close();
  await folder[Symbol.asyncDispose]();
});

/** The word after "Which" in the question that a request is about. */
function nameIn({ messages }: ChatRequest): string {
  const [, name = ''] = /Which (\w+)\?/.exec(messages.map(({ content }) => content).join()) ?? [];
  return name;
}

const asked = (): string[] => server.requests.map(nameIn).sort();
const linesOf = (text: string): Line[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
    .sort((one, other) => (one.query < other.query ? -1 : 1));
const write = (...lines: readonly string[]): Promise<void> =>
  writeFile(join(folder.path, 'questions.jsonl'), lines.join('\n'));
const batch = (more: readonly string[] = [], options: RunOptions = {}) =>
  folder.rlm(['batch', 'questions.jsonl', 'notes', ...endpoint(server), ...more], options);

const three = ['"Which a?"', '{"id":"second","query":"Which b?"}', '', '"Which c?"'];

describe('rlm batch', () => {
  it('answers each question: results on stdout, progress and a summary on stderr', async () => {
    await write(...three);
    const { code, stdout, stderr } = await batch();
    expect(linesOf(stdout)).toMatchObject([
      { query: 'Which a?', answer: 'the answer to a', finishReason: 'final', error: null },
      { id: 'second', query: 'Which b?', answer: 'the answer to b' },
      { query: 'Which c?', answer: 'the answer to c' },
    ]);
    expect(stderr).toMatch(/^\d of 3: second answered$/m);
    expect(stderr).toMatch(/^3 of 3 .* 45 tokens, [\d.]+ m?s$/m);
    expect(code).toBe(0);
    const listed = await folder.listed();
    expect(listed.map(({ status }) => status)).toEqual(['ended', 'ended', 'ended']);
    expect(listed.find(({ id }) => id === 'second')).toMatchObject({ question: 'Which b?' });
  });

  it('says in one line that isolation is missing, unless it is quiet', async () => {
    await write(...three);
    const args = ['batch', 'questions.jsonl', 'notes', ...endpoint(server), '--no-journal'];
    const ended = await runTogether(folder.path, [args, [...args, '--quiet']], {
      RLM_API_KEY: 'none',
      PATH: '/nowhere',
    });
    expect(ended.map(({ code }) => code)).toEqual([0, 0]);
    const lines = ended.map(({ stderr }) => stderr.split('Isolation:').length - 1);
    expect(lines).toEqual([1, 0]);
  });

  it('--header, --api-key-env, --temperature and --retries reach the endpoint', async () => {
    await write(three[0] ?? '');
    const connection = ['--header', 'X-Team: red', '--api-key-env', 'MINE'];
    const options = [...connection, '--temperature', '0.25', '--retries', '0'];
    const { code } = await batch(options, { environment: { MINE: 'my-key' } });
    expect(code).toBe(0);
    expect(server.headers.at(-1)).toMatchObject({
      'x-team': 'red',
      authorization: 'Bearer my-key',
    });
    expect(server.requests[0]?.temperature).toBe(0.25);
    const [listed] = await folder.listed();
    const { stdout } = await folder.rlm(['show', listed?.id ?? '', '--json']);
    expect(stdout).not.toContain('my-key');
  });

  it('goes on after kill -9 when it is started again, and asks nothing again that was answered', async () => {
    await write(...three);
    silent.add('c');
    let isKilled = false;
    const killed = await batch(['--output', 'answers.jsonl'], {
      whileRunning(child, stderr) {
        if (!isKilled && /^2 of 3: /m.test(stderr)) isKilled = child.kill('SIGKILL');
      },
    });
    expect(killed.code).toBeNull();
    const output = join(folder.path, 'answers.jsonl');
    expect(linesOf(await readFile(output, 'utf8')).map(({ query }) => query)).toEqual([
      'Which a?',
      'Which b?',
    ]);

    silent.clear();
    const again = await batch(['--output', 'answers.jsonl', '--quiet']);
    expect(again).toMatchObject({ code: 0, stdout: '' });
    expect(again.stderr).toMatch(/^3 of 3 questions answered, /);
    expect(linesOf(await readFile(output, 'utf8')).map(({ answer }) => answer)).toEqual([
      'the answer to a',
      'the answer to b',
      'the answer to c',
    ]);
    // The last may have been asked before the kill.
    expect(asked().filter((name) => name !== 'c')).toEqual(['a', 'b']);
  });

  it('keeps one account of the job, also if it is killed: a limit holds for all its processes', async () => {
    await write(...three);
    silent.add('c');
    const limited = ['--concurrency', '1', '--max-tokens'];
    await batch([...limited, '60000'], {
      whileRunning(child) {
        onSilence = () => child.kill('SIGKILL');
      },
    });
    const { store } = runsOf(folder);
    const [id] = await readdir(join(runsOf(folder).folder, 'budgets'));
    const figures = async () => {
      const budget = createBudget({ id, store });
      await budget.refresh();
      const { inputTokens, outputTokens, calls } = budget.spent;
      return { calls, tokens: inputTokens + outputTokens };
    };
    // Two that were answered, and all that the one in flight may have cost.
    const lost = await figures();
    expect(lost.calls).toBe(3);
    expect(lost.tokens).toBeGreaterThan(30 + 8_192);

    const full = await batch([...limited, String(lost.tokens)]);
    expect(linesOf(full.stdout).map(({ answer }) => answer)).toEqual([
      'the answer to a',
      'the answer to b',
      null,
    ]);
    expect(linesOf(full.stdout)[2]?.error).toMatch(/maxTokens/);
    expect(asked()).toEqual(['a', 'b', 'c']);
    expect(await figures()).toEqual(lost);

    silent.clear();
    expect(await batch([...limited, String(lost.tokens + 20_000)])).toMatchObject({ code: 0 });
    expect(await figures()).toEqual({ calls: 4, tokens: lost.tokens + 15 });
    expect(await batch()).toMatchObject({ code: 0 });
    expect(await figures()).toEqual({ calls: 4, tokens: lost.tokens + 15 });
  });

  it('ends at Ctrl-C, and says how to go on', async () => {
    await write(...three);
    silent.add('a').add('b').add('c');
    let isSent = false;
    const { code, stdout, stderr } = await batch([], {
      whileRunning(child, told) {
        if (!isSent && told.includes('Model:')) isSent = child.kill('SIGINT');
      },
    });
    expect({ code, stdout }).toEqual({ code: 130, stdout: '' });
    expect(stderr.trim().split('\n').at(-1)).toMatch(/\bsame command\b.*\bkept\b/);
  });

  it('spends no more than --max-tokens on all questions together, and says what was not asked', async () => {
    await write(...Array.from({ length: 9 }, (_, index) => `"Which q${index}?"`));
    const wide = ['--concurrency', '1', '--max-tokens'];
    const { code, stdout, stderr } = await batch([...wide, '40']);
    const lines = linesOf(stdout);
    expect(lines).toHaveLength(9);
    expect(lines.filter(({ answer }) => answer !== null)).toHaveLength(0);
    expect(stderr).toMatch(/^0 of 9 .* 0 tokens, .*\n {2}9: .*maxTokens.*40/m);
    expect(server.requests).toEqual([]);
    expect(code).toBe(1);
  });

  it('says what the questions cost, by the prices that are given', async () => {
    await write(...three);
    const prices = ['--price-in', '1000', '--price-out', '2000', '--max-cost', '50'];
    const { stderr, code } = await batch(prices);
    expect(stderr).toMatch(/^3 of 3 .* 45 tokens, \$0\.0600, /m);
    expect(code).toBe(0);
  });

  it('leaves nothing on disk with --no-journal', async () => {
    await write(...three);
    expect(await batch(['--no-journal', '--quiet'])).toMatchObject({ code: 0 });
    expect(await folder.listed()).toEqual([]);
  });

  it.each([
    ['another question', '{"id":"second","query":"Which z?"}', 'notes'],
    ['another text', '{"id":"second","query":"Which b?"}', 'notes/2001.txt'],
  ])('answers a question whose id is that of a run about %s', async (_, other, text) => {
    await write(other);
    const elsewhere = ['batch', 'questions.jsonl', text, ...endpoint(server)];
    expect(await folder.rlm(elsewhere)).toMatchObject({ code: 0 });
    await write('{"id":"second","query":"Which b?"}');
    for (let times = 0; times < 2; times += 1) {
      const { code, stdout } = await batch(['--quiet']);
      expect(linesOf(stdout)).toMatchObject([{ id: 'second', answer: 'the answer to b' }]);
      expect(code).toBe(0);
    }
    // The second time, nothing was asked again.
    expect(server.requests).toHaveLength(2);
    const ids = (await folder.listed()).map(({ id }) => id).sort();
    expect(ids).toEqual(['second', expect.stringMatching(/^second-[0-9a-f]{8}$/)]);
  });

  it('keeps the accounts of two texts apart', async () => {
    await write(...three);
    for (const text of ['notes', 'notes/2001.txt']) {
      const limit = ['--concurrency', '1', '--max-tokens', '60000'];
      const args = ['batch', 'questions.jsonl', text, ...endpoint(server), ...limit];
      expect(await folder.rlm(args)).toMatchObject({ code: 0 });
    }
    expect(await readdir(join(runsOf(folder).folder, 'budgets'))).toHaveLength(2);
  });

  it.each([
    [['{"query":'], /line 1 .*not JSON/],
    [['"Which a?"', '7'], /line 2 .*no question/],
    [['["Which a?"]'], /line 1 .* list/],
    [['{"question":"Which a?"}'], /line 1 .* "question"/],
    [['{"id":"../x","query":"Which a?"}'], /line 1: .*\bid .*letters/],
    [
      ['{"id":"x","query":"Which a?"}', '{"id":"x","query":"Which b?"}'],
      /line 2: .*\bid x .* line 1\b/,
    ],
    [['', ' '], /no questions/],
    [['['.repeat(300)], /line 1 .*not JSON/],
    [['{"id":"__proto__","query":"Which a?"}'], /line 1: .*\bid .*letters/],
    [['{"query":{"query":"Which a?"}}'], /line 1 .*no question/],
  ])('refuses %j before it asks anything', async (lines, problem) => {
    await write(...lines);
    const { code, stderr } = await batch();
    expect(stderr).toMatch(/^rlm: questions\.jsonl/m);
    expect(stderr).toMatch(problem);
    expect([code, server.requests.length]).toEqual([2, 0]);
  });
});
