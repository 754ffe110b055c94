import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { startServer, type LoopbackServer } from './models/loopback-server.js';
import { startOpenAiServer, type ChatRequest, type OpenAiServer } from './models/openai-server.js';
import { runCommand, type Ended, type RunOptions } from './support/run-command.js';

const question = 'Which comet?';
let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rlm-runs-'));
  await mkdir(join(folder, 'notes'));
  await writeFile(join(folder, 'notes', '2001.txt'), 'The comet came back.');
  await writeFile(join(folder, 'notes', '1999.txt'), 'Nothing happened.');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const rlm = (args: readonly string[], options?: RunOptions): Promise<Ended> =>
  runCommand(folder, args, options);

interface Listed {
  readonly id: string;
  readonly status: string;
  readonly question: string;
}

async function listed(...args: readonly string[]): Promise<readonly Listed[]> {
  const { stdout } = await rlm(['runs', '--json', ...args]);
  return JSON.parse(stdout) as readonly Listed[];
}

async function onlyId(): Promise<string> {
  const runs = await listed();
  expect(runs).toHaveLength(1);
  return runs[0]?.id ?? '';
}

/** How many turns of the conversation a request follows; undefined for a sub-query. */
function turnOf({ messages }: ChatRequest): number | undefined {
  if (messages.some(({ content }) => content === 'A name?')) return undefined;
  return messages.filter(({ role }) => role === 'assistant').length;
}

/** A model of two turns; the first asks a sub-query. `isSilent`: whether the second turn gets no reply. */
async function withModel(
  isSilent: () => boolean,
  use: (server: OpenAiServer, counts: () => Readonly<Record<string, number>>) => Promise<void>,
): Promise<void> {
  const server = await startOpenAiServer((asked) => {
    const turn = turnOf(asked);
    if (turn === undefined) return 'Halley';
    if (turn === 0) return "```js\nconst name = await llm_query('A name?');\nprint(name);\n```";
    return isSilent() ? undefined : '```js\nFINAL(name + " came back");\n```';
  });
  const counts = (): Readonly<Record<string, number>> => {
    const turns = server.requests.map((asked) => String(turnOf(asked) ?? 'sub'));
    return Object.fromEntries(
      [...new Set(turns)].map((turn) => [turn, turns.filter((each) => each === turn).length]),
    );
  };
  try {
    await use(server, counts);
  } finally {
    await server.close();
  }
}

const endpoint = ({ baseUrl }: LoopbackServer): readonly string[] => ['--base-url', baseUrl];

/** Sends the process a signal, once, when its second turn has begun. */
function atStep2(signal: NodeJS.Signals): RunOptions['whileRunning'] {
  let isSent = false;
  return (child, stderr) => {
    if (isSent || !/^Step 2$/m.test(stderr)) return;
    isSent = child.kill(signal);
  };
}

describe('a run of rlm ask', () => {
  it('goes on after kill -9, and asks nothing again but what was in flight', async () => {
    let isSilent = true;
    await withModel(
      () => isSilent,
      async (server, counts) => {
        const ask = ['ask', question, '.', ...endpoint(server)];
        const killed = await rlm(ask, { whileRunning: atStep2('SIGKILL') });
        expect(killed).toMatchObject({ code: null, stdout: '' });
        const id = await onlyId();
        expect(killed.stderr).toContain(`Run: ${id}\n`);
        expect(await listed('--status', 'open')).toMatchObject([{ id, status: 'open', question }]);

        isSilent = false;
        const resumed = await rlm(['resume', id]);
        expect(resumed.stdout).toBe('Halley came back\n');
        expect(resumed.code).toBe(0);
        expect(resumed.stderr).toMatch(/^replayed 1 step$/m);
        expect(resumed.stderr).toMatch(/^Step 2$/m);
        expect(resumed.stderr).not.toContain('A name?');
        const asked = counts();
        expect(asked).toMatchObject({ 0: 1, sub: 1 });
        expect(asked['1']).toBeLessThanOrEqual(2);

        const again = await rlm(['resume', id, '--json']);
        expect(JSON.parse(again.stdout)).toMatchObject({ answer: 'Halley came back', runId: id });
        expect(again).toMatchObject({ code: 0, stderr: '' });
        expect(counts()).toEqual(asked);
      },
    );
  });

  it('stays open at Ctrl-C, and stderr tells how to go on', async () => {
    await withModel(
      () => true,
      async (server) => {
        const ask = ['ask', question, 'notes', ...endpoint(server), '--runs', 'kept'];
        const { code, stdout, stderr } = await rlm(ask, { whileRunning: atStep2('SIGINT') });
        expect({ code, stdout }).toEqual({ code: 130, stdout: '' });
        const [run] = await listed('--runs', 'kept');
        expect(run?.status).toBe('open');
        expect(stderr.trim().split('\n').at(-1)).toBe(
          `The run ${run?.id ?? ''} was interrupted, and is kept; to go on: rlm resume ${run?.id ?? ''} --runs kept`,
        );
      },
    );
  });

  it('is kept without keys and contents, out of git, and out of the text that is asked about', async () => {
    const ask = ['ask', 'Which file first mentions the comet?', '.', '--planner'];
    const environment = { RLM_API_KEY: 'secret-key' };
    const first = await rlm(ask, { environment });
    expect(await rlm(ask, { environment })).toMatchObject({ stdout: first.stdout, code: 0 });
    expect(first.stdout).toContain('the first of 2 documents');
    expect(await readFile(join(folder, '.rlm', '.gitignore'), 'utf8')).toBe('*\n');
    const { id } = (await listed())[0] ?? { id: '' };
    const journal = await readFile(join(folder, '.rlm', 'runs', `${id}.jsonl`), 'utf8');
    expect(journal).not.toContain('secret-key');
    expect(journal.split('\n')[0]).not.toContain('came back');
  });

  it('is the same without a journal', async () => {
    const ask = ['ask', 'Which file first mentions the comet?', 'notes', '--planner'];
    const kept = await rlm(ask);
    await rm(join(folder, '.rlm'), { recursive: true });
    const { stdout, code, stderr } = await rlm([...ask, '--no-journal']);
    expect({ stdout, code }).toEqual({ stdout: kept.stdout, code: kept.code });
    expect(stderr).not.toContain('Run:');
    expect(await readdir(folder)).toEqual(['notes']);
  });

  it('is answered though it cannot be kept, unless its folder was named', async () => {
    await writeFile(join(folder, '.rlm'), 'no folder');
    const ask = ['ask', 'Which file first mentions the comet?', 'notes', '--planner'];
    const { code, stdout, stderr } = await rlm(ask);
    expect(stdout).toContain('first of 2 documents');
    expect(code).toBe(0);
    expect(stderr).toContain('runs cannot be kept in .rlm/runs');
    expect((await rlm([...ask, '--runs', '.rlm/x'])).code).toBe(2);
  });

  it('tries again after a fault, where the endpoint is now', async () => {
    const faulty = await startServer((request, response) => {
      const isList = request.url === '/v1/models';
      response.writeHead(isList ? 200 : 401, { 'content-type': 'application/json' });
      response.end(isList ? '{"data":[{"id":"tiny-chat"}]}' : '{"error":{"message":"bad key"}}');
    });
    const asked = await rlm(['ask', question, 'notes', ...endpoint(faulty)]).finally(() =>
      faulty.close(),
    );
    const id = await onlyId();
    expect(asked.stderr).toContain(`to try again: rlm resume ${id}\n`);
    expect(await listed()).toMatchObject([{ id, status: 'failed' }]);
    await withModel(
      () => false,
      async (server) => {
        const resumed = await rlm(['resume', id, ...endpoint(server)]);
        expect(resumed).toMatchObject({ code: 0, stdout: 'Halley came back\n' });
      },
    );
  });

  it('goes on by hand in the folder of its prompts', async () => {
    const hand = join(folder, 'hand');
    await mkdir(hand);
    await writeFile(join(hand, '001.reply.txt'), '```js\nprint("looked")\n```');
    const killed = await rlm(['ask', question, 'notes', '--by-hand', 'hand'], {
      whileRunning(child, stderr) {
        if (stderr.includes('002.prompt.txt waits')) child.kill('SIGKILL');
      },
    });
    expect(killed.code).toBeNull();
    await writeFile(join(hand, '002.reply.txt'), '```js\nFINAL("by hand")\n```');
    const resumed = await rlm(['resume', await onlyId()]);
    expect(resumed).toMatchObject({ code: 0, stdout: 'by hand\n' });
    expect(resumed.stderr).toMatch(/^replayed 1 step$/m);
    expect((await readdir(hand)).filter((name) => name.endsWith('.prompt.txt')).sort()).toEqual([
      '001.prompt.txt',
      '002.prompt.txt',
    ]);
  });
});

describe('rlm runs, rlm fork and rlm resume', () => {
  const ask = ['ask', 'Which file first mentions the comet?', 'notes', '--planner'];

  it('list, fork and remove runs', async () => {
    await withModel(
      () => false,
      async (server, counts) => {
        await rlm(['ask', question, 'notes', ...endpoint(server)]);
        const id = await onlyId();
        await writeFile(join(folder, 'better.txt'), '```js\nFINAL(name + ", as I say");\n```');
        const fork = ['fork', id, '--at', '2'];
        const replied = await rlm([...fork, '--reply-file', 'better.txt']);
        expect(replied).toMatchObject({ code: 0, stdout: 'Halley, as I say\n' });
        expect(counts()).toEqual({ 0: 1, sub: 1, 1: 1 });

        const other = await rlm([...fork, '--model', 'other']);
        expect(other).toMatchObject({ code: 0, stdout: 'Halley came back\n' });
        expect(server.requests.at(-1)?.model).toBe('other');
        expect(counts()).toEqual({ 0: 1, sub: 1, 1: 2 });

        const { stdout } = await rlm(['runs']);
        const [head, ...rows] = stdout.trimEnd().split('\n');
        expect(head).toMatch(/^id +status +when +came to +question$/);
        expect(rows).toHaveLength(3);
        expect(rows[2]).toMatch(
          new RegExp(
            `^${id} +ended +\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d +final +${question.replace('?', '\\?')}$`,
          ),
        );
        expect((await rlm(['runs', 'remove', id])).code).toBe(0);
        expect((await listed()).map((run) => run.id)).not.toContain(id);
      },
    );
  });

  it('say what to do about wrong ids, steps and words', async () => {
    expect(await rlm(['runs'])).toMatchObject({ code: 0, stdout: '' });
    expect(await rlm(['resume', 'nobody'])).toMatchObject({
      code: 2,
      stderr: 'rlm: there is no run "nobody" in .rlm/runs; there are none\n',
    });
    await rlm(ask);
    const id = await onlyId();
    const near = `${id.slice(0, -1)}z`;
    for (const args of [
      ['resume', near],
      ['fork', '../up', '--at', '1'],
      ['runs', 'remove', near],
    ]) {
      const { code, stderr } = await rlm(args);
      expect(stderr).toMatch(`the nearest: ${id} (rlm runs lists all)`);
      expect(code).toBe(2);
    }
    const { code, stderr } = await rlm(['fork', id, '--at', '9']);
    expect(stderr).toBe(
      `rlm: --at: expected a step that run "${id}" has come to (1 to 3), got 9\n`,
    );
    expect(code).toBe(2);
  });

  it('name the file that has changed, and the one that is gone', async () => {
    await rlm(ask);
    const id = await onlyId();
    const file = join(folder, 'notes', '1999.txt');
    await writeFile(file, 'Something else happened.');
    for (const args of [
      ['resume', id],
      ['fork', id, '--at', '2'],
    ]) {
      const { code, stdout, stderr } = await rlm(args);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(new RegExp(`^rlm: .*${file} changed since\\. Put back`));
    }
    await rm(file);
    expect((await rlm(['resume', id])).stderr).toMatch(/^rlm: .*text that is gone: .*1999\.txt/);
  });

  it('let two processes not work on one run', async () => {
    await withModel(
      () => true,
      async (server) => {
        let second: Promise<Ended> | undefined;
        const first = await rlm(['ask', question, 'notes', ...endpoint(server)], {
          whileRunning(child, stderr) {
            const id = /^Run: (\w+)$/m.exec(stderr)?.[1];
            if (id === undefined || !/^Step 2$/m.test(stderr) || second !== undefined) return;
            second = rlm(['resume', id]);
            void second.then(() => child.kill('SIGINT'));
          },
        });
        expect(first.code).toBe(130);
        const { code, stderr } = (await second) ?? { code: 0, stderr: '' };
        expect(stderr).toMatch(
          /^rlm: the run \w+ is under way in process \d+ on \S+, since \d{4}-.*--take-over$/m,
        );
        expect(code).toBe(1);
      },
    );
  });
});
