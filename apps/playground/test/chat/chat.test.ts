import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startOpenAiServer } from '../models/openai-server.js';
import { noTerminal, openTerminal } from '../support/terminal.js';
import { endpoint, notesFolder, type NotesFolder } from '../support/notes-folder.js';

let folder: NotesFolder;
beforeAll(async () => {
  folder = await notesFolder();
});
afterAll(() => folder[Symbol.asyncDispose]());

describe('rlm chat', () => {
  it('answers lines of a pipe in one session: variables and earlier answers stay', async () => {
    const server = await startOpenAiServer([
      '```js\nconst name = "Halley"; const greet = () => 1;\nFINAL(name)\n```',
      '```js\nFINAL(name + " again, after " + history[0].question)\n```',
    ]);
    try {
      const options = ['--price-in', '100', '--price-out', '200', '--max-tokens', '9000'];
      const { code, stdout, stderr } = await folder.rlm(
        ['chat', 'notes', ...options, ...endpoint(server)],
        { input: '/vars\nWhich comet?\n\n/vars\n/cost\n/frob\nAnd now?\n/exit\nNever asked?\n' },
      );
      expect(stdout).toBe('Halley\nHalley again, after Which comet?\n');
      expect(code).toBe(0);
      expect(stderr).toMatch(/\bno variables\b/);
      expect(stderr).toMatch(/^name = Halley$/m);
      expect(stderr).toMatch(/^and 1 function$/m);
      expect(stderr).toContain('1 question, 0 sub-queries, 15 tokens, $0.0020, ');
      expect(stderr).toContain(' 20 steps, 200 sub-queries, 9,000 tokens, 600 s.');
      expect(stderr).toMatch(/^There is no \/frob\.\n\/vars /m);
      expect(server.requests).toHaveLength(2);
    } finally {
      await server.close();
    }
  });

  it('writes the events of all questions, which rlm show shows one after the other', async () => {
    const input = 'Which file first mentions the comet?\nHow often does the word comet occur?\n';
    const chat = ['chat', 'notes', '--planner', '--save', 'session.jsonl', '--quiet'];
    const { code, stdout } = await folder.rlm(chat, { input });
    expect(code).toBe(0);
    const [one, other] = stdout.trim().split('\n');
    const shown = await folder.rlm(['show', 'session.jsonl']);
    expect(shown.stdout.match(/^Question: .*$/gm)).toEqual([
      'Question: Which file first mentions the comet?',
      'Question: How often does the word comet occur?',
    ]);
    expect(shown.stdout.match(/^Answer: .*$/gm)).toEqual([`Answer: ${one}`, `Answer: ${other}`]);
    expect(shown.stdout.match(/^Step 1 /gm)).toHaveLength(2);
    const nowhere = await folder.rlm(['chat', 'notes', '--planner', '--save', 'no/where'], {
      input,
    });
    expect(nowhere).toMatchObject({ code: 2, stdout: '' });
    expect(nowhere.stderr).toContain('--save no/where cannot be written');
  });

  it('stops a question at Ctrl-C and takes the next; a second Ctrl-C ends', async () => {
    // A question that is stopped early may not have come here at all.
    const server = await startOpenAiServer(({ messages }) => {
      const asked = JSON.stringify(messages);
      return asked.includes('Two?') && !asked.includes('Three?') ? 'FINAL(the second)' : undefined;
    });
    try {
      let sent = 0;
      const { code, stdout, stderr } = await folder.rlm(['chat', 'notes', ...endpoint(server)], {
        input: 'One?\nTwo?\nThree?\nFour?\n',
        whileRunning(child, told) {
          const steps = told.match(/^Step 1$/gm)?.length ?? 0;
          if ((steps === 1 && sent === 0) || (steps === 3 && sent === 1)) {
            sent += 1;
            child.kill('SIGINT');
          }
        },
      });
      expect(stdout).toBe('the second\n');
      expect(stderr).toMatch(/No answer: .*interrupted/);
      expect(code).toBe(130);
    } finally {
      await server.close();
    }
  });

  it('gives each result as a line of JSON, and exit code 1 where one has no answer', async () => {
    const { code, stdout, stderr } = await folder.rlm(['chat', 'notes', '--planner', '--json'], {
      input: 'Which file first mentions the comet?\nWhich file first mentions the zebra?',
    });
    const results = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(results).toMatchObject([
      { question: expect.stringContaining('comet') as string, evidence: [{ verified: true }] },
      { question: expect.stringContaining('zebra') as string, evidence: [] },
    ]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  });

  it.each([
    [[], /\bfile or folder\b/],
    [['-'], /\bquestions from stdin\b/],
    [['notes', '--runs', 'x'], /\bchat takes no --runs/],
  ])('refuses %j', async (args, message) => {
    const { code, stderr } = await folder.rlm(['chat', ...args]);
    expect(stderr).toMatch(message);
    expect(code).toBe(2);
  });
});

describe.skipIf(noTerminal !== undefined)(
  `rlm chat in a terminal${noTerminal === undefined ? '' : ` (skipped: ${noTerminal})`}`,
  () => {
    it('asks for a line, stops at Ctrl-C, and ends at the second one or at Ctrl-D', async () => {
      let isSilent = true;
      const server = await startOpenAiServer(() => (isSilent ? undefined : 'FINAL(Halley)'));
      try {
        const chat = ['chat', 'notes', ...endpoint(server)];
        const terminal = openTerminal(folder.path, chat);
        await terminal.shows(/a line; \/help tells what else there is\.\s+\? $/);
        terminal.type('One?\r');
        await terminal.shows(/Step 1/);
        terminal.type('\u0003');
        await terminal.shows(/No answer: .*interrupted[\s\S]*\? $/);
        isSilent = false;
        terminal.type('Two?\r');
        await terminal.shows(/Answer: Halley[\s\S]*\? $/);
        terminal.type('\u0003');
        await terminal.shows(/\(Ctrl-C again, Ctrl-D or \/exit ends\.\)/);
        terminal.type('\u0003');
        expect(await terminal.ended).toBe(130);

        const another = openTerminal(folder.path, chat);
        await another.shows(/\? $/);
        another.type('\u0004');
        expect(await another.ended).toBe(0);
      } finally {
        await server.close();
      }
    });
  },
);
