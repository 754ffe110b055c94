import { execFileSync } from 'node:child_process';
import { readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { errorWith } from '@rlm/config/error-with';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { specOf, type RunSpec } from '../../src/runs/run-spec.js';
import { taskSpecOf, type TaskSpec } from '../../src/runs/task-spec.js';
import { hashOf } from '../../src/runs/text-files.js';
import { sealSpec } from '../../src/trust/seal.js';
import { startOpenAiServer, type OpenAiServer } from '../models/openai-server.js';
import { forgeRun, keepRun, runsOf, specAt } from '../support/kept-run.js';
import { notesFolder, type NotesFolder } from '../support/notes-folder.js';
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

const question = (): RunSpec => specAt(folder, server.baseUrl);
const taskAt = (path: string): TaskSpec =>
  taskSpecOf({
    prompt: 'Look',
    folder: path,
    model: question().model,
    settings: { output: 'text', all: true, maxSteps: 2, timeoutMs: 60_000 },
  });
const textAt = (path: string): RunSpec['text'] => ({
  isSingle: true,
  files: [{ name: 'x.txt', path, sha256: hashOf('The comet came back.') }],
});
const forge = (spec: unknown, id = 'forged'): Promise<void> => forgeRun(runsOf(folder), id, spec);

describe('a journal that somebody else has written', () => {
  it.each([
    ['resume', []],
    ['fork', ['--at', '1']],
  ])('is not gone on with unasked: %s', async (command, more) => {
    await forge(question());
    const refused = await folder.rlm([command, 'forged', ...more]);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toMatch(/^rlm: .*\bnot written\b.*\n$/);
    for (const fact of [
      `read ${JSON.stringify(join(folder.path, 'notes', '2001.txt'))}; `,
      `ask tiny-chat (x, ${new URL(server.baseUrl).host}) at ${server.baseUrl}. `,
      '(rlm show forged)',
      'add --trust\n',
    ])
      expect(refused.stderr).toContain(fact);
    expect(server.requests).toEqual([]);
    if (command === 'fork') return;
    const trusted = await folder.rlm([command, 'forged', ...more, '--trust']);
    expect(trusted).toMatchObject({ code: 0, stdout: 'Halley\n' });
  });

  it.each([['resume'], ['approve'], ['reject']])(
    'has no task read a folder for an address of this machine: %s',
    async (command) => {
      const runs = runsOf(folder);
      const journal = await runs.store.create({ runId: 'forged', spec: taskAt(other.path) });
      const key = '/1/review/x#0';
      await journal.stream('').append({ t: 'wait', step: 1, key, request: {} });
      await journal.close();
      const { code, stderr } = await folder.rlm([command, 'forged']);
      expect(stderr).toMatch(/\bforged .*\bnot written\b/);
      expect(stderr).toContain(`read "${other.path}"; ask tiny-chat`);
      expect(code).toBe(2);
      expect(server.requests).toEqual([]);
      // Nothing was decided.
      expect(await folder.listed()).toMatchObject([{ id: 'forged', status: 'suspended' }]);
    },
  );

  it('makes no folder for a model by hand', async () => {
    const hand = join(other.path, 'made');
    await forge(specOf({ ...question(), model: { kind: 'by-hand', folder: hand } }));
    const { code, stderr } = await folder.rlm(['resume', 'forged']);
    expect(stderr).toContain(`read and write "${hand}"`);
    expect(code).toBe(2);
    expect(await readdir(other.path)).toEqual(['notes']);
  });

  it('is no other because its seal is that of another run, or of another spec', async () => {
    const sealed = await sealSpec('mine', question());
    await forge(sealed);
    await forge({ ...sealed, question: 'Other?' }, 'mine');
    await forge({ ...question(), seal: 5 }, 'number');
    for (const id of ['forged', 'mine', 'number']) {
      expect((await folder.rlm(['resume', id])).stderr).toContain('not written by');
    }
    expect(server.requests).toEqual([]);
  });

  it('is shown without a question', async () => {
    await forge(question());
    const shown = await folder.rlm(['show', 'forged']);
    expect(shown.code).toBe(0);
    expect(shown.stderr).not.toContain('trust');
  });

  it('is refused by the page, with the reason', async () => {
    await forge(question());
    await using page = await openTestServer({ runs: runsOf(folder) });
    const client = openClient(page);
    for (const [path, body] of [['resume'], ['fork', { atStep: 1 }]] as const) {
      await expect(client.json('POST', `/api/runs/forged/${path}`, body)).rejects.toThrow(
        errorWith({
          status: 409,
          code: 'conflict',
          facts: ['run forged', /would read .*notes/, 'rlm resume forged --trust --runs'],
        }),
      );
    }
    // To show it changes nothing.
    await client.end('forged');
    await expect(client.json('POST', '/api/runs/forged/resume')).rejects.toThrow(/409/);
    expect(server.requests).toEqual([]);
  });

  it.skipIf(noTerminal !== undefined)(
    `is asked about in a terminal${noTerminal === undefined ? '' : ` (skipped: ${noTerminal})`}`,
    async () => {
      await forge(question());
      for (const [typed, told, code] of [
        ['\r', 'you did not trust it', 2],
        ['yes\r', 'Halley', 0],
      ] as const) {
        const { XDG_STATE_HOME = '' } = process.env;
        const terminal = openTerminal(folder.path, ['resume', 'forged'], { XDG_STATE_HOME });
        await terminal.shows(/Go on\?/);
        expect(terminal.screen()).toContain(server.baseUrl);
        expect(server.requests).toEqual([]);
        terminal.type(typed);
        expect(await terminal.ended).toBe(code);
        expect(terminal.screen()).toContain(told);
      }
      expect(server.requests).toHaveLength(1);
    },
  );
});

describe("the user's own journal", () => {
  it('is asked about where it leaves the current folder, by a link too', async () => {
    const outside = join(other.path, 'notes', '2001.txt');
    await symlink(outside, join(folder.path, 'link.txt'));
    for (const [id, path] of [
      ['path', outside],
      ['link', join(folder.path, 'link.txt')],
    ] as const) {
      await keepRun(runsOf(folder), id, { ...question(), text: textAt(path) });
      const { code, stderr } = await folder.rlm(['resume', id]);
      expect(stderr).toContain(`the run ${id} leaves `);
      expect(stderr).toContain(`read ${JSON.stringify(path)}`);
      expect(code).toBe(2);
      expect(await folder.rlm(['resume', id, '--trust'])).toMatchObject({ code: 0 });
    }
    await keepRun(runsOf(folder), 'task', taskAt(other.path));
    expect((await folder.rlm(['resume', 'task'])).stderr).toMatch(/\bleaves .*folder\b/);
  });

  it('has a seal under a key that only its owner can read', async () => {
    const state = join(other.path, 'state');
    const environment = { XDG_STATE_HOME: state };
    const ask = ['ask', 'Which file first mentions the comet?', 'notes', '--planner'];
    await folder.rlm(ask, { environment });
    const file = join(state, 'rlm', 'journal-key');
    const modes = [state, join(state, 'rlm'), file].map(async (path) =>
      ((await stat(path)).mode & 0o777).toString(8),
    );
    expect(await Promise.all(modes)).toEqual(['700', '700', '600']);
    const id = await folder.onlyId();
    expect(await folder.rlm(['resume', id], { environment })).toMatchObject({ code: 0 });
    expect(await folder.rlm(['fork', id, '--at', '1'], { environment })).toMatchObject({ code: 0 });

    // Another user has another key.
    expect((await folder.rlm(['resume', id])).stderr).toContain('not written by');
    // A key that others could read is no proof any more.
    const before = await readFile(file);
    execFileSync('chmod', ['644', file]);
    expect((await folder.rlm(['resume', id], { environment })).code).toBe(2);
    expect((await readFile(file)).equals(before)).toBe(false);
    // Without a place for it, questions are answered all the same.
    await writeFile(join(other.path, 'file'), '');
    const nowhere = { XDG_STATE_HOME: join(other.path, 'file') };
    expect(await folder.rlm(ask, { environment: nowhere })).toMatchObject({ code: 0 });
  });
});

describe('what a journal names', () => {
  it.each(['/dev/zero', 'pipe', 'folder'])(
    'is not opened where it is no file: %s',
    async (kind) => {
      const path = kind === 'folder' ? join(folder.path, 'notes') : join(folder.path, 'pipe');
      if (kind === 'pipe') execFileSync('mkfifo', [path]);
      const named = kind.startsWith('/') ? kind : path;
      await forge({ ...question(), text: textAt(named) });
      for (const command of [
        ['resume', 'forged', '--trust'],
        ['show', 'forged'],
      ]) {
        const { code, stderr } = await folder.rlm(command);
        expect(stderr).toContain(`${named}: it is a `);
        expect(code).toBe(2);
      }
    },
  );

  const endpoint = { kind: 'endpoint', server: 'x', baseUrl: 'http://127.0.0.1:9/v1', model: 'm' };
  it.each<[string, (spec: RunSpec) => object]>([
    ['spec.question to be text', ({ question: _, ...rest }) => rest],
    ['Expected spec.text to be', ({ text: _, ...rest }) => rest],
    ['Expected spec.text to be', (spec) => ({ ...spec, text: null })],
    ['Expected spec.text.files to be', (spec) => ({ ...spec, text: { isSingle: true } })],
    ['spec.text.files[0]', (spec) => ({ ...spec, text: { isSingle: true, files: [null] } })],
    ['spec.text.files[0].path to be an', (spec) => ({ ...spec, text: textAt('x') })],
    ['spec.text.contexts', (spec) => ({ ...spec, text: { contexts: 5 } })],
    ['spec.text.contexts', (spec) => ({ ...spec, text: { contexts: { a: {} } } })],
    ['spec.model to be', ({ model: _, ...rest }) => rest],
    ['spec.model to be', (spec) => ({ ...spec, model: { kind: 'toString' } })],
    ['spec.model.folder', (spec) => ({ ...spec, model: { kind: 'by-hand', folder: 5 } })],
    ['spec.model.baseUrl', (spec) => ({ ...spec, model: { ...endpoint, baseUrl: 'file:///x' } })],
    ['spec.model.baseUrl', (spec) => ({ ...spec, model: { ...endpoint, baseUrl: {} } })],
    ['Expected spec.settings to be', ({ settings: _, ...rest }) => rest],
    [
      'spec.settings.maxSteps',
      (spec) => ({ ...spec, settings: { ...spec.settings, maxSteps: 'x' } }),
    ],
    ['spec.settings.prices', (spec) => ({ ...spec, settings: { ...spec.settings, prices: 5 } })],
    ['Expected spec.version to be 1, got 2.', (spec) => ({ ...spec, version: 2 })],
  ])('has its shape, or is refused: %s', async (told, change) => {
    await forge(change(question()));
    for (const command of [
      ['resume', 'forged', '--trust'],
      ['fork', 'forged', '--at', '1', '--trust'],
      ['approve', 'forged', '--trust'],
      ['show', 'forged'],
    ]) {
      const { code, stderr } = await folder.rlm(command);
      expect(stderr).toMatch(/^rlm: .*\brun forged .*: /m);
      expect(stderr).toContain(told);
      expect(code).toBe(2);
    }
    expect((await folder.rlm(['runs'])).stdout).toContain('forged');
  });
});
