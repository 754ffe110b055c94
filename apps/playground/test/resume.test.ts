import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { startServer } from './models/loopback-server.js';
import { runsOf } from './support/kept-run.js';
import { endpoint, notesFolder, type NotesFolder } from './support/notes-folder.js';
import { atStep2, withModel } from './support/turn-model.js';

const question = 'Which comet?';
let folder: NotesFolder;
beforeEach(async () => {
  folder = await notesFolder();
});
afterEach(() => folder[Symbol.asyncDispose]());

describe('a run of rlm ask', () => {
  it('goes on after kill -9, and asks nothing again but what was in flight', async () => {
    let isSilent = true;
    await withModel(
      () => isSilent,
      async (server, counts) => {
        const ask = ['ask', question, '.', ...endpoint(server)];
        const killed = await folder.rlm(ask, { whileRunning: atStep2('SIGKILL') });
        expect(killed).toMatchObject({ code: null, stdout: '' });
        const id = await folder.onlyId();
        expect(killed.stderr).toContain(`Run: ${id}\n`);
        expect(await folder.listed('--status', 'open')).toMatchObject([
          { id, status: 'open', question },
        ]);

        isSilent = false;
        const resumed = await folder.rlm(['resume', id]);
        expect(resumed.stdout).toBe('Halley came back\n');
        expect(resumed.code).toBe(0);
        expect(resumed.stderr).toMatch(/^replayed 1 step$/m);
        expect(resumed.stderr).toMatch(/^Step 2$/m);
        expect(resumed.stderr).not.toContain('A name?');
        const asked = counts();
        expect(asked).toMatchObject({ 0: 1, sub: 1 });
        expect(asked['1']).toBeLessThanOrEqual(2);

        const again = await folder.rlm(['resume', id, '--json']);
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
        const { code, stdout, stderr } = await folder.rlm(ask, { whileRunning: atStep2('SIGINT') });
        expect({ code, stdout }).toEqual({ code: 130, stdout: '' });
        const [run] = await folder.listed('--runs', 'kept');
        expect(run?.status).toBe('open');
        expect(stderr.trim().split('\n').at(-1)).toMatch(
          new RegExp(
            `\\b${run?.id ?? ''} .*\\bis kept;.* rlm resume ${run?.id ?? ''} --runs kept$`,
          ),
        );
      },
    );
  });

  it('is kept without keys and contents, and out of the text that is asked about', async () => {
    const ask = ['ask', 'Which file first mentions the comet?', '.', '--planner'];
    const environment = { RLM_API_KEY: 'secret-key' };
    const first = await folder.rlm(ask, { environment });
    expect(await folder.rlm(ask, { environment })).toMatchObject({ stdout: first.stdout, code: 0 });
    expect(first.stdout).toContain('the first of 2 documents');
    const { id } = (await folder.listed())[0] ?? { id: '' };
    const journal = await readFile(join(runsOf(folder).folder, `${id}.jsonl`), 'utf8');
    expect(journal).not.toContain('secret-key');
    expect(journal.split('\n')[0]).not.toContain('came back');
  });

  it('is the same without a journal', async () => {
    const ask = ['ask', 'Which file first mentions the comet?', 'notes', '--planner'];
    const kept = await folder.rlm(ask);
    await rm(folder.home, { recursive: true });
    const { stdout, code, stderr } = await folder.rlm([...ask, '--no-journal']);
    expect({ stdout, code }).toEqual({ stdout: kept.stdout, code: kept.code });
    expect(stderr).not.toContain('Run:');
    expect(await readdir(folder.path)).toEqual(['notes']);
    expect(existsSync(folder.home)).toBe(false);
  });

  it('is answered though it cannot be kept, unless its folder was named', async () => {
    await writeFile(join(folder.home, 'state'), 'no folder');
    const ask = ['ask', 'Which file first mentions the comet?', 'notes', '--planner'];
    const { code, stdout, stderr } = await folder.rlm(ask);
    expect(stdout).toContain('first of 2 documents');
    expect(code).toBe(0);
    expect(stderr).toMatch(/\bcannot be kept .*\/rlm\/runs/);
    const named = await folder.rlm([...ask, '--runs', join(folder.home, 'state', 'x')]);
    expect(named.code).toBe(2);
  });

  it('tries again after a fault, where the endpoint is now', async () => {
    const faulty = await startServer((request, response) => {
      const isList = request.url === '/v1/models';
      response.writeHead(isList ? 200 : 401, { 'content-type': 'application/json' });
      response.end(isList ? '{"data":[{"id":"tiny-chat"}]}' : '{"error":{"message":"bad key"}}');
    });
    const asked = await folder.rlm(['ask', question, 'notes', ...endpoint(faulty)]);
    await faulty.close();
    const id = await folder.onlyId();
    expect(asked.stderr).toContain(`: rlm resume ${id}\n`);
    expect(await folder.listed()).toMatchObject([{ id, status: 'failed' }]);
    await withModel(
      () => false,
      async (server) => {
        const resumed = await folder.rlm(['resume', id, ...endpoint(server)]);
        expect(resumed).toMatchObject({ code: 0, stdout: 'Halley came back\n' });
      },
    );
  });
});
