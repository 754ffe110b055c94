import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { writeTrajectory, type RlmEvent } from '@rlm/runner';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { TreeView } from '../src/view/run-view.js';
import { exampleRun } from './support/example-runs.js';
import { notesFolder, type NotesFolder } from './support/notes-folder.js';
import { noTerminal, openTerminal } from './support/terminal.js';

let folder: NotesFolder;
beforeAll(async () => {
  folder = await notesFolder();
  const events = await exampleRun('children, one of which fails');
  let text = '';
  for await (const line of writeTrajectory(events as RlmEvent[])) text += line;
  await writeFile(join(folder.path, 'run.jsonl'), text);
});
afterAll(() => folder[Symbol.asyncDispose]());

const question = 'Which file first mentions the comet?';

describe('rlm show', () => {
  it('writes a run with its child runs, its answer, and why it ended', async () => {
    const { code, stdout, stderr } = await folder.rlm(['show', 'run.jsonl']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(
      /^Run: \S+ \(rlm, javascript in quickjs\)\nQuestion: When was it seen\?\n/,
    );
    expect(stdout).toMatch(
      /Runs:\n {2}\S+: 3 steps, .*, final\n {4}How many\?: 1 step, .*, final\n/,
    );
    // A child's step stands below the sub-query that began it.
    expect(stdout).toMatch(/\n {2}rlm_query \(.*\): 2\n {2}Step 1 \(.*\n {4}code, which/);
    expect(stdout).toMatch(/\nAnswer: 2\nThe model finished: its code gave the answer\.\n/);
    expect(stdout).not.toContain('\u001B');
  });

  it('writes one step, or the view as JSON, of a file or of stdin', async () => {
    const step = await folder.rlm(['show', 'run.jsonl', '--step', '3']);
    expect(step.stdout).toMatch(/^Step 3 \(/);
    expect(step.stdout).not.toContain('Step 1');
    expect((await folder.rlm(['show', 'run.jsonl', '--step', '8'])).stderr).toMatch(
      /^rlm: --step 8: .* 1, 2, 3\n$/,
    );
    const input = await readFile(join(folder.path, 'run.jsonl'), 'utf8');
    const { stdout } = await folder.rlm(['show', '-', '--json'], { input });
    const view = JSON.parse(stdout) as TreeView;
    expect(view.runs[view.rootId]).toMatchObject({
      query: 'When was it seen?',
      end: { answer: '2' },
    });
  });

  it('shows a kept run, and takes nothing of it', async () => {
    await folder.rlm(['ask', question, 'notes', '--planner']);
    const id = await folder.onlyId();
    const { stdout } = await folder.rlm(['show', id]);
    expect(stdout).toContain(`Question: ${question}\n`);
    expect(stdout).toMatch(/Step 3 \((?!given again)/);
    expect(stdout).toMatch(/\nAnswer: .*2001\.txt/);
    expect(await folder.listed()).toMatchObject([{ id, status: 'ended' }]);
  });

  it.each([
    [['show', 'nothing'], /\bno run "nothing" in \S+\/rlm\/runs/],
    [['show', 'notes'], /notes is a folder/],
    [['show', 'notes/2001.txt'], /notes\/2001\.txt: .*not a log .*"The /],
  ])('says what is wrong with a call: %j', async (args, message) => {
    const { code, stdout, stderr } = await folder.rlm(args);
    expect(stderr).toMatch(message);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });
});

describe('a log with escapes in it', () => {
  it('is shown without one of them, whatever field it stands in', async () => {
    const escape = '\u001B]0;owned\u0007\u009B2J';
    const events = JSON.parse(
      JSON.stringify(await exampleRun('children, one of which fails'), (key, value: unknown) =>
        typeof value === 'string' &&
        !['type', 'runId', 'parentId', 'kind', 'childId', 'queryId'].includes(key)
          ? `${escape}${value}`
          : value,
      ),
    ) as RlmEvent[];
    let input = '';
    for await (const line of writeTrajectory(events)) input += line;
    const shown = await folder.rlm(['show', '-'], { input });
    expect(shown.stdout).toContain('␛]0;owned␇\\u{9b}2J');
    expect(shown.stdout).toContain('Step 3');
    expect(shown.stdout).not.toMatch(/[^\P{Cc}\n\t]/u);
    const tried = await folder.rlm(['lab', '-', 'max_steps:maxSteps=1', 'final_pattern'], {
      input,
    });
    expect(tried.stdout).toContain('after step 1');
    expect(tried.stdout).not.toMatch(/[^\P{Cc}\n\t]/u);
  });
});

describe('rlm lab', () => {
  it('tells where policies and limits would have stopped a saved run', async () => {
    const tried = ['max_steps:maxSteps=1', 'error_streak'];
    const { code, stdout } = await folder.rlm(['lab', 'run.jsonl', ...tried, '--max-steps', '2']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^The run as it was: 3 steps, /);
    expect(stdout).toMatch(/^max_steps \(maxSteps: 1\): stops after step 1 \(1 step, .*\)$/m);
    expect(stdout).toMatch(/^error_streak: the run goes on to its end$/m);
    expect(stdout).toMatch(/^All at once: max_steps \(maxSteps: 1\) stops it first$/m);
  });

  it('says which policy there is not', async () => {
    const { code, stderr } = await folder.rlm(['lab', 'run.jsonl', 'max_stepz']);
    expect(stderr).toMatch(/^rlm: .*'max_stepz'.*'max_steps'/);
    expect(code).toBe(2);
  });
});

describe.skipIf(noTerminal !== undefined)(
  `the command in a terminal${noTerminal === undefined ? '' : ` (skipped: ${noTerminal})`}`,
  () => {
    it('goes from step to step by keys, searches, heeds a new size, and leaves the screen as it was', async () => {
      const terminal = openTerminal(folder.path, ['show', 'run.jsonl']);
      await terminal.shows(/1\/6 The run[^]*When was it seen\?[^]*q quit/);
      terminal.type('n');
      await terminal.shows(/2\/6 Step 1 [^]*rlm_query/);
      terminal.type('n');
      await terminal.shows(/3\/6 Step 1 > Step 1/);
      terminal.type('p');
      await terminal.shows(/2\/6 Step 1 /);
      terminal.type('/no key\r');
      const found = await terminal.shows(/4\/6 Step 2 /);
      expect(found).toContain('no key');
      terminal.type('/nowhere at all\r');
      await terminal.shows(/not found: nowhere at all/);
      terminal.resize(30, 8);
      const narrow = await terminal.shows(/4\/6 Step 2 [^]*\(more below\)[^]*not found/);
      const rows = narrow.split(/\r+\n/);
      expect(rows).toHaveLength(8);
      for (const row of rows) expect(row.length).toBeLessThanOrEqual(30);
      terminal.type('q');
      expect(await terminal.ended).toBe(0);
      expect(terminal.written()).toMatch(/\p{Cc}\[\?25h\p{Cc}\[\?1049l$/u);
    });

    it('shows what goes on in a line that stays in the width, and only it moves the cursor', async () => {
      const asked = openTerminal(folder.path, [
        'ask',
        question,
        'notes',
        '--planner',
        '--no-journal',
      ]);
      expect(await asked.ended).toBe(0);
      expect(asked.written()).toMatch(/step 1 of 20 · [^\r\n]*\r\p{Cc}\[J/u);
      expect(asked.written()).toContain('\u001B[1m\u001B[32mAnswer:\u001B[39m\u001B[22m 2001');
      for (const drawn of asked.written().split(/[\r\n]+/)) {
        if (/^step/.test(drawn)) expect(drawn.length).toBeLessThan(60);
      }
    });

    it.each([{ NO_COLOR: '1', TERM: 'xterm' }, { TERM: 'dumb' }])(
      'heeds the environment: %j',
      async (environment) => {
        const asked = openTerminal(
          folder.path,
          ['ask', question, 'notes', '--planner', '--no-journal'],
          environment,
        );
        expect(await asked.ended).toBe(0);
        expect(asked.written()).not.toMatch(/\p{Cc}\[\d*m/u);
        expect(asked.written().includes('\u001B[J')).toBe(environment.TERM !== 'dumb');
      },
    );

    it('writes a run as in a pipe where TERM is dumb', async () => {
      const shown = openTerminal(folder.path, ['show', 'run.jsonl'], { TERM: 'dumb' });
      expect(await shown.ended).toBe(0);
      expect(shown.written()).toContain('Answer: 2');
      expect(shown.written()).not.toContain('\u001B');
    });
  },
);
