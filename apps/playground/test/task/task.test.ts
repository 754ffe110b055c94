import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { startOpenAiServer } from '../models/openai-server.js';
import { endpoint, notesFolder, type NotesFolder } from '../support/notes-folder.js';

let folder: NotesFolder;
beforeEach(async () => {
  folder = await notesFolder();
});
afterEach(() => folder[Symbol.asyncDispose]());

const finish = (summary: string): string =>
  `<finish_task>${JSON.stringify({ summary, status: 'done' })}</finish_task>`;

describe('rlm task', () => {
  const task = ['task', 'Find the comet', '--folder', 'notes'];

  it('works with tools, waits for a review, goes on when it is rejected, and is completed when approved', async () => {
    const server = await startOpenAiServer([
      'I look.\n<search>{"text": "comet"}</search>',
      finish('It came back.'),
      '<read_file>{"path": "../secret.txt"}</read_file>',
      finish('2001.txt:1 says that it came back.'),
    ]);
    try {
      const first = await folder.rlm([...task, ...endpoint(server), '--save', 'task.jsonl']);
      const id = await folder.onlyId();
      expect(first).toMatchObject({ code: 0, stdout: 'It came back.\n' });
      expect(first.stderr).toMatch(/^ {2}I look\.$/m);
      expect(first.stderr).toMatch(
        /^ {2}search \{"text": "comet"\}\n {2}> 2001\.txt:1: The comet/m,
      );
      expect(first.stderr).toContain(` review: rlm approve ${id}\n`);
      expect(await folder.listed()).toMatchObject([
        { id, status: 'suspended', question: 'Find the comet', waitsForReview: true },
      ]);
      expect((await folder.rlm(['runs'])).stdout).toMatch(
        /suspended .*pending_review +\S+ +Find the/,
      );
      const saved = await readFile(join(folder.path, 'task.jsonl'), 'utf8');
      expect(saved).toContain('"type":"action-end"');

      const rejected = await folder.rlm(['reject', id, '--reason', 'Name the line']);
      expect(rejected).toMatchObject({ code: 0, stdout: '2001.txt:1 says that it came back.\n' });
      expect(rejected.stderr).toMatch(/^replayed 1 step$/m);
      expect(rejected.stderr).toMatch(/\bnot accepted .*: Name .*$/m);
      expect(rejected.stderr).toMatch(/\bleads out\b/);
      expect(JSON.stringify(server.requests[2]?.messages)).toContain('Name the line');

      const { stdout: shown } = await folder.rlm(['show', id]);
      expect(shown).toMatch(/answer refused: It came back\.\n {4}.*: Name the line$/m);
      expect(shown.match(/Name the line/g)).toHaveLength(1);

      const approved = await folder.rlm(['approve', id]);
      expect(approved.code).toBe(0);
      expect(approved.stderr).toContain(` ${id} is completed`);
      expect(server.requests).toHaveLength(4);
      const twice = await folder.rlm(['approve', id]);
      expect(twice.stderr).toMatch(/\bnot wait\b.*: rlm resume \w+ /);
      expect(twice.code).toBe(2);
      const again = await folder.rlm(['resume', id, '--json']);
      expect(JSON.parse(again.stdout)).toMatchObject({ runId: id, status: 'completed' });
    } finally {
      await server.close();
    }
  });

  it('shows what the model said at last where it does not finish, and not as the result', async () => {
    const server = await startOpenAiServer(({ messages }) =>
      messages.length < 4 ? '<list_files>{}</list_files>' : 'The comet stands in 2001.txt.',
    );
    try {
      const { code, stdout, stderr } = await folder.rlm([...task, ...endpoint(server)]);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(/^rlm: .*: .*\n.*:\n {2}> The comet .* 2001\.txt\.\n\w/m);
    } finally {
      await server.close();
    }
  });

  it('goes on after Ctrl-C', async () => {
    let isSilent = true;
    const server = await startOpenAiServer(({ messages }) => {
      if (messages.at(-1)?.content.includes('2001.txt') !== true)
        return '<list_files>{}</list_files>';
      return isSilent ? undefined : finish('Two files.');
    });
    try {
      let isSent = false;
      const { code, stderr } = await folder.rlm([...task, ...endpoint(server)], {
        whileRunning(child, told) {
          if (isSent || !/^Step 2$/m.test(told)) return;
          isSent = child.kill('SIGINT');
        },
      });
      const id = await folder.onlyId();
      expect(code).toBe(130);
      expect(stderr.trim().split('\n').at(-1)).toMatch(/\binterrupted, .*\bkept; .*: rlm res/);
      isSilent = false;
      const resumed = await folder.rlm(['resume', id, '--quiet']);
      expect(resumed).toMatchObject({ code: 0, stdout: 'Two files.\n' });
      expect(resumed.stderr).toMatch(/ review: .*\brlm approve .*\n.*: .*\brlm reject .*\n$/);
      const forked = await folder.rlm(['fork', id, '--at', '1']);
      expect(forked.stderr).toMatch(/\ba task\b/);
      expect(forked.code).toBe(2);
    } finally {
      await server.close();
    }
  });

  it.each([
    [['task'], /\bto be done\b/],
    [['task', 'Look', 'twice', '--folder', 'notes'], /in quotes/],
    [['task', 'Look'], /--folder <folder>/],
    [['task', 'Look', '--folder', 'nowhere'], /--folder nowhere: .*\bno such\b/],
    [['task', 'Look', '--folder', 'notes'], /\bneeds a model\b/],
    [['task', 'Look', '--folder', 'notes', '--max-sub-queries', '1'], /takes no --max-sub-queries/],
    [['approve'], /\bone task\b/],
    [['reject', 'abc'], /\bno run "abc"/],
  ])('refuses %j', async (args, message) => {
    const { code, stdout, stderr } = await folder.rlm(args);
    expect(stderr).toMatch(message);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });
});
