import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { userFolder } from '../src/user-folders.js';
import { runsOf } from './support/kept-run.js';
import { startOpenAiServer } from './models/openai-server.js';
import { endpoint, notesFolder, type NotesFolder } from './support/notes-folder.js';
import { homeAt } from './support/run-command.js';
import { openClient, openTestServer } from './support/serve-client.js';

const homeOfUser = userInfo().homedir;

describe('userFolder', () => {
  it.each([
    [
      'linux',
      { XDG_STATE_HOME: '/x/state', HOME: '/home/a' },
      '/x/state/rlm',
      '/home/a/.config/rlm',
    ],
    ['linux', { XDG_CONFIG_HOME: '/x', HOME: '/home/a' }, '/home/a/.local/state/rlm', '/x/rlm'],
    [
      'linux',
      { XDG_STATE_HOME: '', XDG_CONFIG_HOME: '', HOME: '/a' },
      '/a/.local/state/rlm',
      '/a/.config/rlm',
    ],
    [
      'linux',
      { XDG_STATE_HOME: 'near', XDG_CONFIG_HOME: './x', HOME: '/a' },
      '/a/.local/state/rlm',
      '/a/.config/rlm',
    ],
    ['freebsd', { HOME: '/home/a' }, '/home/a/.local/state/rlm', '/home/a/.config/rlm'],
    ['linux', {}, join(homeOfUser, '.local/state/rlm'), join(homeOfUser, '.config/rlm')],
    ['linux', { HOME: '' }, join(homeOfUser, '.local/state/rlm'), join(homeOfUser, '.config/rlm')],
    ['linux', { HOME: 'relative' }, undefined, undefined],
    ['darwin', { HOME: '/Users/a' }, ...twice('/Users/a/Library/Application Support/rlm')],
    [
      'darwin',
      { HOME: '/Users/a', XDG_STATE_HOME: '/x' },
      '/x/rlm',
      '/Users/a/Library/Application Support/rlm',
    ],
    ['win32', { LOCALAPPDATA: '/Users/a/AppData/Local' }, ...twice('/Users/a/AppData/Local/rlm')],
    ['win32', { LOCALAPPDATA: 'near' }, undefined, undefined],
    ['win32', {}, undefined, undefined],
  ] as const)(
    'on %s with %j is %s, and for settings %s',
    (platform, environment, state, config) => {
      expect(userFolder('state', environment, platform)).toBe(state);
      expect(userFolder('config', environment, platform)).toBe(config);
    },
  );
});

function twice(folder: string): readonly [string, string] {
  return [folder, folder];
}

describe("the user's own folder of runs", () => {
  let folder: NotesFolder;
  beforeEach(async () => {
    folder = await notesFolder();
  });
  afterEach(() => folder[Symbol.asyncDispose]());
  const ask = ['ask', 'Which file first mentions the comet?', 'notes', '--planner'];
  const journalIn = async (runs: string): Promise<string> =>
    (await readdir(runs)).find((name) => name.endsWith('.jsonl')) ?? '';
  const modeOf = async (path: string): Promise<string> =>
    ((await stat(path)).mode & 0o777).toString(8);

  it('is for its owner alone, also one that others could read before', async () => {
    const own = join(folder.home, 'state', 'rlm');
    await mkdir(join(own, 'runs'), { recursive: true, mode: 0o755 });
    await chmod(own, 0o755);
    await folder.rlm(ask);
    expect([await modeOf(own), await modeOf(join(own, 'runs'))]).toEqual(['700', '700']);
    const file = await journalIn(join(own, 'runs'));
    expect(await modeOf(join(own, 'runs', file))).toBe('600');
    expect(await readdir(folder.path)).toEqual(['notes']);
  });

  it('is found from every project, and tells which project a run is of', async () => {
    await folder.rlm(ask);
    const id = await folder.onlyId();
    await using other = await notesFolder();
    const environment = homeAt(folder.home);
    const { stdout } = await other.rlm(['runs', '--json'], { environment });
    expect(JSON.parse(stdout)).toMatchObject([{ id, project: folder.path }]);
    expect((await other.rlm(['runs'], { environment })).stdout).toContain(folder.path);
    expect(await other.rlm(['resume', id], { environment })).toMatchObject({ code: 0 });
    // The page tells it too.
    await using page = await openTestServer({ runs: runsOf(folder) });
    const client = openClient(page);
    expect(await client.json('GET', `/api/runs/${id}`)).toMatchObject({ project: folder.path });
    // A fork belongs to the project of its run.
    await other.rlm(['fork', id, '--at', '1'], { environment });
    const listed = await other.rlm(['runs', '--json'], { environment });
    expect(JSON.parse(listed.stdout)).toMatchObject([
      { project: folder.path },
      { project: folder.path },
    ]);
  });

  const runsAsFile = async (home: string): Promise<void> => {
    await mkdir(join(home, 'state', 'rlm'), { recursive: true });
    await writeFile(join(home, 'state', 'rlm', 'runs'), '');
  };
  it.each<[string, (home: string) => Promise<unknown>, string?]>([
    ['cannot be written', (home) => writeFile(join(home, 'state'), '')],
    ['is a file', runsAsFile],
    ['is behind a link to nowhere', (home) => symlink('/nowhere/x', join(home, 'state'))],
    // As HOME=/nonexistent of a service; nobody can make a folder there, not even root.
    ['is where the system makes none', () => Promise.resolve(), '/proc/nowhere'],
  ])(
    'that %s: questions are answered, tasks are not begun, and a sentence says why',
    async (_, spoil, state = join(folder.home, 'state')) => {
      await spoil(folder.home);
      const place = join(state, 'rlm', 'runs');
      const environment = { XDG_STATE_HOME: state };
      const told = new RegExp(
        `runs cannot be kept in ${place}, your own folder: E[A-Z]+: .*\\. .*\\bwritable\\b.*--runs`,
      );
      const asked = await folder.rlm(ask, { environment });
      expect(asked).toMatchObject({ code: 0 });
      expect(asked.stdout).toContain('first of 2 documents');
      expect(asked.stderr).toMatch(told);
      const server = await startOpenAiServer([]);
      const task = ['task', 'Look', '--folder', 'notes', ...endpoint(server)];
      const begun = await folder.rlm(task, { environment });
      await server.close();
      expect(begun).toMatchObject({ code: 2, stdout: '' });
      expect(begun.stderr).toMatch(told);
      expect(begun.stderr).toMatch(/^rlm: .*\n$/);
      expect(server.requests).toEqual([]);
    },
  );

  it('is one that there is no place for without a home', async () => {
    const environment = { HOME: 'near', XDG_STATE_HOME: '', XDG_CONFIG_HOME: '' };
    const asked = await folder.rlm(ask, { environment });
    expect(asked).toMatchObject({ code: 0 });
    for (const { stderr } of [asked, await folder.rlm(['runs'], { environment })])
      expect(stderr).toMatch(/\bHOME is not an absolute path\b.*\bXDG_STATE_HOME\b.*--runs/);
  });

  it('is no text that is asked about', async () => {
    const environment = { HOME: folder.path, XDG_STATE_HOME: '', XDG_CONFIG_HOME: '' };
    await folder.rlm(ask, { environment });
    const all = ['ask', 'Which file first mentions the comet?', '.', '--planner'];
    const { stdout } = await folder.rlm(all, { environment });
    expect(stdout).toContain('first of 2 documents');
    const runs = join(folder.path, '.local', 'state', 'rlm', 'runs');
    const file = await journalIn(runs);
    expect(await readFile(join(runs, file), 'utf8')).toContain('first of 2 documents');
    // One that is named is.
    const named = ['ask', 'Which file first mentions the comet?', join(runs, file), '--planner'];
    expect(await folder.rlm(named, { environment })).toMatchObject({ code: 0 });
  });
});
