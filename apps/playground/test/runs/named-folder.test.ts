import { execFileSync } from 'node:child_process';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { errorWith } from '@rlm/config/error-with';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { AskedRun } from '../../src/api.js';
import type { RunSpec } from '../../src/runs/run-spec.js';
import { openRuns } from '../../src/runs/runs.js';
import { taskSpecOf, type TaskSpec } from '../../src/runs/task-spec.js';
import { hashOf } from '../../src/runs/text-files.js';
import { startOpenAiServer, type OpenAiServer } from '../models/openai-server.js';
import { keepRun, runsOf, specAt } from '../support/kept-run.js';
import { endpoint, notesFolder, type NotesFolder } from '../support/notes-folder.js';
import { openClient, openTestServer } from '../support/serve-client.js';
import { noTerminal, openTerminal } from '../support/terminal.js';

const final = '```js\nFINAL("Halley")\n```';
let folder: NotesFolder;
let other: NotesFolder;
let server: OpenAiServer;
beforeEach(async () => {
  folder = await notesFolder();
  other = await notesFolder();
  server = await startOpenAiServer(() => final);
});
afterEach(async () => {
  await folder[Symbol.asyncDispose]();
  await other[Symbol.asyncDispose]();
  await server.close();
});

/** A folder of runs that came with a repository. */
const named = ['--runs', 'theirs'];
const theirs = () => openRuns(join(folder.path, 'theirs'));
const notes = (): string => join(folder.path, 'notes', '2001.txt');
const question = (): RunSpec => specAt(folder, server.baseUrl);
const taskAt = (path: string): TaskSpec =>
  taskSpecOf({
    prompt: 'Look',
    folder: path,
    model: question().model,
    settings: { output: 'text', all: true, maxSteps: 2, timeoutMs: 60_000 },
  });
const textAt = (...paths: readonly string[]): RunSpec['text'] => ({
  isSingle: paths.length === 1,
  files: paths.map((path) => ({ name: path, path, sha256: hashOf('The comet came back.') })),
});
const put = (spec: unknown, id = 'forged'): Promise<void> => keepRun(theirs(), id, spec);
/** A task that waits for a review. */
async function putWaiting(spec: TaskSpec): Promise<void> {
  const journal = await theirs().store.create({ runId: 'forged', spec });
  const key = '/1/review/x#0';
  await journal.stream('').append({ t: 'wait', step: 1, key, request: {} });
  await journal.close();
}

describe('a run in a folder that was named', () => {
  it.each([
    ['resume', []],
    ['fork', ['--at', '1']],
  ])('does not go on unasked, and says what it would read and ask: %s', async (command, more) => {
    await put(question());
    const refused = await folder.rlm([command, 'forged', ...more, ...named]);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toMatch(/^rlm: .*\n$/);
    for (const fact of [
      'the run forged is in the folder "theirs"',
      `read ${JSON.stringify(notes())}; `,
      `ask "tiny-chat" at ${server.baseUrl}, in up to 2 steps. `,
      '(rlm show forged --runs theirs)',
      'add --yes\n',
    ])
      expect(refused.stderr).toContain(fact);
    expect(server.requests).toEqual([]);
    expect(await folder.listed(...named)).toMatchObject([{ id: 'forged', status: 'open' }]);
    // A fork needs a step.
    for (const line of [['resume'], [command, ...more]]) {
      const agreed = await folder.rlm([...line, 'forged', ...named, '--yes']);
      expect(agreed).toMatchObject({ code: 0, stdout: 'Halley\n' });
    }
    expect(new Set(server.keys)).toEqual(new Set([undefined]));
  });

  it.each([['resume'], ['approve'], ['reject']])(
    'is no task that reads a folder unasked: %s',
    async (command) => {
      await putWaiting(taskAt(other.path));
      const { code, stderr } = await folder.rlm([command, 'forged', ...named]);
      expect(stderr).toContain(`read what is below "${other.path}"; ask "tiny-chat" at `);
      expect(code).toBe(2);
      expect(server.requests).toEqual([]);
      // Nothing was decided.
      expect(await folder.listed(...named)).toMatchObject([{ id: 'forged', status: 'suspended' }]);
    },
  );

  it('says where a link leads, names every file, and those outside of the current folder last', async () => {
    const outside = join(other.path, 'notes', '2001.txt');
    const link = join(folder.path, 'link.txt');
    await symlink(outside, link);
    const inside = Array.from({ length: 9 }, (_, index) => join(folder.path, `${index}.txt`));
    await put({ ...question(), text: textAt(link, ...inside) });
    const { stderr } = await folder.rlm(['resume', 'forged', ...named]);
    const words = inside.map((path) => `read ${JSON.stringify(path)}; `).join('');
    expect(stderr).toContain(
      `It would ${words}read ${JSON.stringify(link)} (a link to ${JSON.stringify(outside)}); ask`,
    );
  });

  it('would ask the address that the command line names', async () => {
    await put(specAt(folder, 'http://elsewhere.invalid/v1'));
    for (const line of [
      ['resume', 'forged'],
      ['fork', 'forged', '--at', '1', '--model', 'tiny-chat'],
    ]) {
      const there = [...line, ...named, ...endpoint(server)];
      const before = server.requests.length;
      const { stderr } = await folder.rlm(there);
      expect(stderr).toContain(`ask "tiny-chat" at ${server.baseUrl}, in up to 2 steps. `);
      expect(server.requests).toHaveLength(before);
      expect((await folder.rlm([...there, '--yes'])).stdout).toBe('Halley\n');
    }
  });

  it('does not go on in a batch', async () => {
    await writeFile(join(folder.path, 'questions.jsonl'), '{"id":"one","query":"Which comet?"}');
    const batch = ['batch', 'questions.jsonl', 'notes/2001.txt', ...endpoint(server), ...named];
    expect(await folder.rlm(batch)).toMatchObject({ code: 0 });
    const { code, stderr } = await folder.rlm(batch);
    expect(stderr).toContain('the run one is in the folder "theirs"');
    expect(stderr).toContain(`read ${JSON.stringify(notes())}; ask "tiny-chat" at `);
    expect(code).toBe(2);
    expect(await folder.rlm([...batch, '--yes'])).toMatchObject({ code: 0 });
    expect(server.requests).toHaveLength(1);
  });

  it.each([['show'], ['runs']])('is read without a question: %s', async (command) => {
    await put(question());
    const id = command === 'show' ? ['forged'] : [];
    const shown = await folder.rlm([command, ...id, ...named]);
    expect(shown).toMatchObject({ code: 0, stderr: '' });
    expect(shown.stdout).toContain('forged');
    expect(server.requests).toEqual([]);
  });

  it('goes on in the page if a person confirms what it would read and ask', async () => {
    const ways = [
      ['runs/forged/resume', {}],
      ['runs/forged/fork', { atStep: 1 }],
      ['runs', { question: 'Which?', texts: [], textsOf: 'forged', model: 'by-hand' }],
    ] as const;
    await put(question());
    for (const [path, body] of ways) {
      await using page = await openTestServer({ runs: theirs() });
      const client = openClient(page);
      const before = server.requests.length;
      for (const confirmed of [undefined, 'yes']) {
        await expect(client.json('POST', `/api/${path}`, { ...body, confirmed })).rejects.toThrow(
          errorWith({
            status: 409,
            code: 'unconfirmed',
            facts: [
              'run forged',
              `read ${JSON.stringify(JSON.stringify(notes())).slice(1, -1)}`,
              '--yes',
            ],
          }),
        );
      }
      // To show it changes nothing.
      await client.end('forged');
      await expect(client.json('POST', `/api/${path}`, body)).rejects.toThrow(/409/);
      expect(server.requests).toHaveLength(before);
      const refused = await client.ask(`/api/${path}`, {
        ...{ method: 'POST', body: JSON.stringify(body) },
        headers: { 'content-type': 'application/json' },
      });
      const { error: confirmed } = JSON.parse(refused.text) as { readonly error: string };
      const agreed = { ...body, confirmed };
      const { id } = await client.json<{ id: string }>('POST', `/api/${path}`, agreed);
      if (path !== 'runs') expect(await client.end(id)).toMatchObject({ answer: 'Halley' });
    }
  });

  it('offers the page no address, beside which a key could be typed', async () => {
    await put(question());
    await keepRun(runsOf(folder), 'mine', question());
    for (const [runs, id, offered] of [
      [theirs(), 'forged', undefined],
      [runsOf(folder), 'mine', { baseUrl: server.baseUrl }],
    ] as const) {
      await using page = await openTestServer({ runs, isYes: true });
      const asked = await openClient(page).json<AskedRun>('GET', `/api/runs/${id}/asked`);
      expect(asked.endpoint).toEqual(offered);
    }
  });

  it('goes on in a page whose server was started with --yes', async () => {
    await put(question());
    await using page = await openTestServer({ runs: theirs(), isYes: true });
    const client = openClient(page);
    await client.json('POST', '/api/runs/forged/resume');
    expect(await client.end('forged')).toMatchObject({ answer: 'Halley' });
  });

  it.skipIf(noTerminal !== undefined)(
    `is asked about in a terminal${noTerminal === undefined ? '' : ` (skipped: ${noTerminal})`}`,
    async () => {
      await put(question());
      for (const [typed, told, code] of [
        ['\r', 'you did not say yes', 2],
        ['yes\r', 'Halley', 0],
      ] as const) {
        const terminal = openTerminal(folder.path, ['resume', 'forged', ...named]);
        await terminal.shows(/Go on\?/);
        expect(terminal.screen()).toContain(`ask "tiny-chat" at ${server.baseUrl}`);
        expect(server.requests).toEqual([]);
        terminal.type(typed);
        expect(await terminal.ended).toBe(code);
        expect(terminal.screen()).toContain(told);
      }
      expect(server.requests).toHaveLength(1);
    },
  );
});

describe("a run in the user's own folder", () => {
  it('goes on unasked, wherever its texts are', async () => {
    const outside = join(other.path, 'notes', '2001.txt');
    await keepRun(runsOf(folder), 'mine', { ...question(), text: textAt(outside) });
    expect(await folder.rlm(['resume', 'mine'])).toMatchObject({ code: 0, stdout: 'Halley\n' });
  });

  it.skipIf(process.getuid?.() === undefined)(
    'is asked about if others can write there',
    async () => {
      await keepRun(runsOf(folder), 'mine', question());
      execFileSync('chmod', ['777', runsOf(folder).folder]);
      const { code, stderr } = await folder.rlm(['resume', 'mine']);
      expect(stderr).toContain('others can write to');
      expect(code).toBe(2);
    },
  );
});
