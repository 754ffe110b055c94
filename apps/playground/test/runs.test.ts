import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { runsOf } from './support/kept-run.js';
import { endpoint, notesFolder, type NotesFolder } from './support/notes-folder.js';
import type { Ended } from './support/run-command.js';
import { withModel } from './support/turn-model.js';

const question = 'Which comet?';
let folder: NotesFolder;
beforeEach(async () => {
  folder = await notesFolder();
});
afterEach(() => folder[Symbol.asyncDispose]());

describe('rlm runs, rlm fork and rlm resume', () => {
  const ask = ['ask', 'Which file first mentions the comet?', 'notes', '--planner'];

  it('list, fork and remove runs', async () => {
    await withModel(
      () => false,
      async (server, counts) => {
        await folder.rlm(['ask', question, 'notes', ...endpoint(server)]);
        const id = await folder.onlyId();
        await writeFile(join(folder.path, 'better.txt'), '```js\nFINAL(name + ", as I say");\n```');
        const fork = ['fork', id, '--at', '2'];
        const replied = await folder.rlm([...fork, '--reply-file', 'better.txt']);
        expect(replied).toMatchObject({ code: 0, stdout: 'Halley, as I say\n' });
        expect(counts()).toEqual({ 0: 1, sub: 1, 1: 1 });

        const other = await folder.rlm([...fork, '--model', 'other']);
        expect(other).toMatchObject({ code: 0, stdout: 'Halley came back\n' });
        expect(server.requests.at(-1)?.model).toBe('other');
        expect(counts()).toEqual({ 0: 1, sub: 1, 1: 2 });

        const { stdout } = await folder.rlm(['runs']);
        const [head, ...rows] = stdout.trimEnd().split('\n');
        expect(head).toMatch(/^id +status +when +outcome +project +question$/);
        expect(rows).toHaveLength(3);
        expect(rows[2]).toMatch(
          new RegExp(
            `^${id} +ended +\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d +final +${folder.path} +${question.replace('?', '\\?')}$`,
          ),
        );
        expect((await folder.rlm(['runs', 'remove', id])).code).toBe(0);
        expect((await folder.listed()).map((run) => run.id)).not.toContain(id);
      },
    );
  });

  it('delete the runs that ended long enough ago', async () => {
    await folder.rlm(ask);
    const id = await folder.onlyId();
    const young = await folder.rlm(['runs', '--delete', '--older-than', '1d']);
    expect(young).toMatchObject({
      code: 0,
      stderr: `Removed 0 runs from ${runsOf(folder).folder}.\n`,
    });
    const open = ['runs', '--delete', '--older-than', '0d', '--status', 'open'];
    expect((await folder.rlm(open)).stderr).toBe(`Removed 0 runs from ${runsOf(folder).folder}.\n`);
    expect(await folder.onlyId()).toBe(id);
    const old = await folder.rlm(['runs', '--delete', '--older-than', '0d', '--json']);
    expect(old).toMatchObject({
      code: 0,
      stderr: `Removed 1 run from ${runsOf(folder).folder}.\n`,
    });
    expect(JSON.parse(old.stdout)).toEqual({ removed: [id], failed: [] });
    expect(await folder.listed()).toEqual([]);
  });

  it('say what to do about wrong ids, steps and words', async () => {
    expect(await folder.rlm(['runs'])).toMatchObject({ code: 0, stdout: '' });
    expect(await folder.rlm(['resume', 'nobody'])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/"nobody" in \S+\/rlm\/runs; .*\bno runs\n$/) as string,
    });
    await folder.rlm(ask);
    const id = await folder.onlyId();
    const near = `${id.slice(0, -1)}z`;
    for (const args of [
      ['resume', near],
      ['fork', '../up', '--at', '1'],
      ['runs', 'remove', near],
    ]) {
      const { code, stderr } = await folder.rlm(args);
      expect(stderr).toContain(`: ${id} (rlm runs `);
      expect(code).toBe(2);
    }
    const odd = 'x\u001B]0;y\u0007';
    await writeFile(join(runsOf(folder).folder, `${odd}.jsonl`), '');
    expect((await folder.rlm(['runs'])).stdout).toMatch(/^x␛\]0;y␇ +corrupt/m);
    expect((await folder.rlm(['show', `${odd}.jsonl`])).stderr).toContain('no file x␛]0;y␇');
    const { code, stderr } = await folder.rlm(['fork', id, '--at', '9']);
    expect(stderr).toMatch(new RegExp(`^rlm: .*--at .*"${id}" .*\\(1 to 3\\), got 9\\.\\n$`));
    expect(code).toBe(2);
  });

  it('name the file that has changed, and the one that is gone', async () => {
    await folder.rlm(ask);
    const id = await folder.onlyId();
    const file = join(folder.path, 'notes', '1999.txt');
    await writeFile(file, 'Something else happened.');
    for (const args of [
      ['resume', id],
      ['fork', id, '--at', '2'],
    ]) {
      const { code, stdout, stderr } = await folder.rlm(args);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(new RegExp(`^rlm: .*${file} changed since\\. Restore`));
    }
    await rm(file);
    expect((await folder.rlm(['resume', id])).stderr).toMatch(/^rlm: .*\bgone: .*1999\.txt/);
  });

  it('let two processes not work on one run', async () => {
    await withModel(
      () => true,
      async (server) => {
        let second: Promise<Ended> | undefined;
        const first = await folder.rlm(['ask', question, 'notes', ...endpoint(server)], {
          whileRunning(child, stderr) {
            const id = /^Run: (\w+)$/m.exec(stderr)?.[1];
            if (id === undefined || !/^Step 2$/m.test(stderr) || second !== undefined) return;
            second = folder.rlm(['resume', id]);
            void second.then(() => child.kill('SIGINT'));
          },
        });
        expect(first.code).toBe(130);
        const { code, stderr } = (await second) ?? { code: 0, stderr: '' };
        expect(stderr).toMatch(/ \w+ is .*\bprocess \d+ on \S+, .*\d{4}-.*--take-over$/m);
        expect(code).toBe(1);
      },
    );
  });
});
