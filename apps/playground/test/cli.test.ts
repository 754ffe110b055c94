import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startServer } from './models/loopback-server.js';
import { startOpenAiServer } from './models/openai-server.js';
import { runCommand, type Ended, type RunOptions } from './support/run-command.js';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rlm-cli-'));
  await mkdir(join(folder, 'notes'));
  await mkdir(join(folder, 'pictures'));
  await writeFile(join(folder, 'notes', '1999.txt'), 'Nothing happened.');
  await writeFile(join(folder, 'notes', '2001.txt'), 'The comet came back.');
  await writeFile(
    join(folder, 'notes', 'photo.png'),
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]),
  );
  await writeFile(
    join(folder, 'pictures', 'photo.png'),
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1]),
  );
  await writeFile(join(folder, 'empty.txt'), '');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function rlm(
  args: readonly string[],
  whileRunning?: RunOptions['whileRunning'],
  environment?: RunOptions['environment'],
  more: RunOptions = {},
): Promise<Ended> {
  return runCommand(folder, args, { whileRunning, environment, ...more });
}

/** In a process of its own, as a person starts it: an answer, a mistake, a failure and the texts of stdin are tried so. */
const apart: RunOptions = { isApart: true };

const question = 'Which file first mentions the comet?';

it('says first of all that Node.js is too old', async () => {
  const old = "Object.defineProperty(process,'versions',{value:{node:'18.20.0'}})";
  const environment = { NODE_OPTIONS: `--import=data:text/javascript,${old}` };
  const { code, stdout, stderr } = await rlm(
    ['ask', question, 'notes'],
    undefined,
    environment,
    apart,
  );
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toBe('rlm: this is Node.js 18.20.0, and rlm needs 20.19 or newer\n');
});

describe('rlm ask', () => {
  it('gives the answer alone on stdout; code, output, evidence and figures as plain lines on stderr', async () => {
    const args = ['ask', question, 'notes', '--planner'];
    const { code, stdout, stderr } = await rlm(args, undefined, undefined, apart);
    expect(stdout).toBe('2001 (2001.txt) is the first of 2 documents to mention "comet".\n');
    expect(code).toBe(0);
    expect(stderr).toContain('Model: planner: ');
    expect(stderr).toContain('1 binary file skipped');
    expect(stderr).toMatch(
      /Step 1\n[\s\S]*\| const terms[\s\S]* more lines: --verbose\n[\s\S]*> 2 documents, 37 /,
    );
    expect(stderr).toContain('Evidence: 2001.txt, characters 0 to 20');
    // The answer's other field is shown there.
    expect(stderr).not.toContain('Note: ');
    expect(stderr).toMatch(/FINAL_VAR[\s\S]* no output \(\d+ ms\)\n/);
    expect(stderr).not.toMatch(/output \(\d+ ms\):\n(?! +[>=] )/);
    expect(stderr).toMatch(/\b37 characters · .*[\d,]+ characters · 3 steps · 0 sub-queries/);
    expect(stderr).not.toContain('\u001B');
  });

  it.each(['Which file first mentions the zebra?', 'Wherefore quagga xylophone?'])(
    'ends with exit code 1 and no answer where the planner finds nothing: %s',
    async (unanswerable) => {
      const args = ['ask', unanswerable, 'notes', '--planner'];
      const isApart = unanswerable.includes('zebra');
      const { code, stdout, stderr } = await rlm(args, undefined, undefined, { isApart });
      expect(stderr).toMatch(/^No answer: \S/m);
      expect(stdout).toBe('');
      expect(code).toBe(1);
    },
  );

  it('prints the transcript and the worth of each turn on demand', async () => {
    const { stderr } = await rlm([
      ...['ask', question, 'notes', '--planner'],
      ...['--history', '--reward', 'strict'],
    ]);
    expect(stderr.match(/^ {2}reward: -?\d\.\d\d$/gm)).toHaveLength(3);
    expect(stderr).toMatch(/^\[Step 1\]$/m);
  });

  it('prints every turn of a long run', async () => {
    const replies = Array.from(
      { length: 11 },
      (_, turn) => `\`\`\`js\nprint("look ${turn}")\n\`\`\``,
    );
    const server = await startOpenAiServer([...replies, 'FINAL(found)']);
    try {
      const endpoint = ['--base-url', server.baseUrl];
      const { stderr } = await rlm(['ask', question, 'notes', '--history', ...endpoint]);
      expect(stderr.match(/^\[Step \d+\]$/gm)).toHaveLength(12);
    } finally {
      await server.close();
    }
  });

  it('names the policy that ended the run', async () => {
    const server = await startOpenAiServer(
      Array.from({ length: 9 }, () => '```js\nprint("still looking")\n```'),
    );
    try {
      const { stderr } = await rlm(['ask', question, 'notes', '--base-url', server.baseUrl]);
      expect(stderr).toMatch(/repeated_response/);
    } finally {
      await server.close();
    }
  });

  it('says that a key without an endpoint is of no use', async () => {
    const asked = ['ask', question, 'notes'];
    const { stderr } = await rlm(asked, undefined, { OPENAI_API_KEY: 'sk-x' });
    expect(stderr).toMatch(/OPENAI_API_KEY is set, .* --provider openai --model /);
    expect(stderr).toContain('--base-url or RLM_BASE_URL');
  });

  it.each([
    [401, 'application/json', '{"error":{"message":"bad key"}}', [/401/, /RLM_API_KEY/]],
    [404, 'application/json', '{"error":{"message":"no such model"}}', [/404/, /--model/]],
    [200, 'text/html; charset=utf-8', '<html>Log in</html>', [/web page/, /base URL/]],
  ] as const)('says what a person can do about an answer of %i %s', async (...given) => {
    const [status, type, body, messages] = given;
    const server = await startServer((request, response) => {
      const isList = request.url === '/v1/models';
      response.writeHead(isList ? 200 : status, {
        'content-type': isList ? 'application/json' : type,
      });
      response.end(isList ? '{"data":[{"id":"tiny-chat"}]}' : body);
    });
    try {
      const { code, stdout, stderr } = await rlm([
        ...['ask', question, 'notes', '--base-url', server.baseUrl],
      ]);
      for (const message of messages) expect(stderr).toMatch(message);
      expect(stdout).toBe('');
      expect(code).toBe(1);
    } finally {
      await server.close();
    }
  });

  it('asks a model behind an endpoint, and shows its sub-queries', async () => {
    const server = await startOpenAiServer([
      "```js\nconst said = await llm_query('Which comet?');\nFINAL(said + ' came back');\n```",
      'Halley',
    ]);
    try {
      const { code, stdout, stderr } = await rlm([
        ...['ask', question, 'notes', '--base-url', server.baseUrl],
      ]);
      expect(stderr).toMatch(/llm_query \(\d+ ms\): Halley/);
      expect(stdout).toBe('Halley came back\n');
      expect(stderr).toContain('1 sub-query');
      expect(code).toBe(0);
    } finally {
      await server.close();
    }
  });

  it('prints the result as one JSON object', async () => {
    const { code, stdout } = await rlm(['ask', question, 'notes', '--planner', '--json']);
    const result = JSON.parse(stdout) as Record<string, unknown>;
    expect(code).toBe(0);
    expect(result).toMatchObject({
      question,
      finishReason: 'final',
      contextChars: 37,
      model: 'planner: no language model',
      evidence: [{ document: '2001.txt', verified: true }],
    });
  });

  it('prints the events as JSON lines, the terminal one last', async () => {
    const args = ['ask', question, 'notes', '--planner', '--events'];
    const { stdout } = await rlm(args, undefined, undefined, apart);
    const types = stdout
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { type: string }).type);
    expect(types[0]).toBe('run-start');
    expect(types.at(-1)).toBe('run-end');
    expect(types.filter((type) => type === 'run-end')).toHaveLength(1);
  });

  it.each([
    [['ask'], /needs a question/],
    [['ask', 'Who?', 'missing.txt'], /missing\.txt/],
    [['ask', 'Who?', 'empty.txt'], /empty/],
    [['ask', 'Who?', 'pictures'], /pictures.*no text/],
    [['ask', 'Who?', 'notes', '--frob'], /--frob/],
    [
      ['ask', 'Who?', 'notes', '--base-url', 'http://127.0.0.1:9/v1'],
      /127\.0\.0\.1:9.*does not answer/,
    ],
  ])('refuses %j with one clear line and exit code 2', async (args, message) => {
    const isApart = args.includes('empty.txt');
    const { code, stdout, stderr } = await rlm(args, undefined, undefined, { isApart });
    expect(stderr).toMatch(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stdout).toBe('');
    expect(code).toBe(2);
  });

  it('stops at Ctrl-C within a second, and prints what it has', async () => {
    await writeFile(join(folder, 'big.txt'), 'a b c d e f g h '.repeat(1_000_000));
    let interruptedAt = 0;
    const { code, stderr } = await rlm(
      ['ask', 'How many times does "a" appear?', 'big.txt', '--planner'],
      (child) => {
        if (interruptedAt > 0) return;
        interruptedAt = performance.now();
        child.kill('SIGINT');
      },
    );
    // A safety bound far over the second that is asked for: this machine may be busy.
    expect(performance.now() - interruptedAt).toBeLessThan(10_000);
    expect(code).toBe(130);
    expect(stderr).toContain('Question:');
  });
});

describe('the texts of rlm ask', () => {
  const ask = ['ask', question];

  it('come from stdin, and such a run is not kept', async () => {
    const input = { ...apart, input: 'The comet came back.' };
    const { code, stdout, stderr } = await rlm([...ask, '-', '--planner'], undefined, {}, input);
    expect(stdout).toContain('mention');
    expect(stderr).toContain('Text: 1 file, 20 characters');
    expect(stderr).toMatch(/\bagain\b.*\bnot kept\b/);
    expect(stderr).not.toContain('Run:');
    expect(code).toBe(0);
    const kept = await rlm([...ask, '-', '--planner', '--runs', 'kept'], undefined, {}, input);
    expect(kept.stderr).toMatch(/^rlm: --runs .*\bread again\b/);
    expect(kept.code).toBe(2);
  });

  it('have the names of several contexts in the code, and a wrong name is a mistake', async () => {
    const server = await startOpenAiServer(['```js\nFINAL(old["1999.txt"] + " " + news);\n```']);
    try {
      const asked = ['ask', question, 'old=notes', '--base-url', server.baseUrl];
      const { code, stdout, stderr } = await rlm([...asked, 'news=notes/2001.txt']);
      expect({ code, stdout }).toEqual({
        code: 0,
        stdout: 'Nothing happened. The comet came back.\n',
      });
      expect(stderr).toMatch(/\b3 files \(1 binary .*\), 57 /);
      const kept = ['--runs', 'of mistakes'];
      for (const wrong of [
        ['for=notes/2001.txt'],
        ['llm_query=notes/2001.txt'],
        ['--save', 'nowhere/run.jsonl'],
      ]) {
        const refused = await rlm([...asked, ...wrong, ...kept]);
        expect(refused.stderr).toMatch(/^rlm: .*(?:got "(?:for|llm_query)"|--save nowhere).*\n$/);
        expect(refused.code).toBe(2);
      }
      // A mistake in the call leaves no run behind.
      expect((await rlm(['runs', ...kept, '--json'])).stdout).not.toMatch(/open/);
    } finally {
      await server.close();
    }
  });

  it('are those of several contexts for the planner too', async () => {
    const { stdout } = await rlm([...ask, 'old=notes', 'news=notes/2001.txt', '--planner']);
    expect(stdout).toMatch(/^news .*is the (?:first|earliest)/);
  });
});
