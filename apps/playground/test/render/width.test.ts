import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startOpenAiServer } from '../models/openai-server.js';
import { notesFolder, type NotesFolder } from '../support/notes-folder.js';
import { noTerminal, openTerminal } from '../support/terminal.js';

let folder: NotesFolder;
beforeAll(async () => {
  folder = await notesFolder();
});
afterAll(() => folder[Symbol.asyncDispose]());

/** Without what moves the cursor, and without the lines of the status. */
const rowsOf = (written: string): readonly string[] =>
  written
    .replace(/[^\n]*\p{Cc}\[J/gu, '')
    .replace(/\p{Cc}\[[\d;?]*[A-Za-z]/gu, '')
    .split(/\r?\n/);

describe.skipIf(noTerminal !== undefined)(
  `the width of a terminal${noTerminal === undefined ? '' : ` (skipped: ${noTerminal})`}`,
  () => {
    it('holds code, output, answer and figures, broken at word ends, each row with its margin', async () => {
      const words = 'the comet came back in the year two thousand and one, as was foretold';
      const server = await startOpenAiServer([
        `I look.\n\`\`\`js\nprint("${words}");\n\`\`\``,
        `\`\`\`js\nFINAL("${words}")\n\`\`\``,
      ]);
      const asked = openTerminal(folder.path, [
        ...['ask', 'Which file mentions it?', 'notes', '--base-url', server.baseUrl],
      ]);
      expect(await asked.ended).toBe(0);
      await server.close();
      const rows = rowsOf(asked.written());
      for (const row of rows.slice(1)) expect(row.length, row).toBeLessThanOrEqual(60);
      expect(rows.join('\n')).toContain(
        '  > the comet came back in the year two thousand and one,\n  > as was foretold\n',
      );
      expect(rows.join('\n')).toContain(
        'Answer: the comet came back in the year two thousand and\none, as was foretold\n',
      );
    });

    it('holds what the lab finds, and its faults', async () => {
      await writeFile(join(folder.path, 'one.txt'), 'A comet.');
      await folder.rlm([
        'ask',
        'How often does "comet" appear?',
        'one.txt',
        '--planner',
        '--save',
        'run.jsonl',
      ]);
      const tried = openTerminal(folder.path, ['lab', 'run.jsonl', 'max_stps']);
      expect(await tried.ended).toBe(2);
      const rows = rowsOf(tried.written());
      expect(rows.join(' ')).toContain("Did you mean 'max_steps'?");
      for (const row of rows.slice(1)) expect(row.length, row).toBeLessThanOrEqual(60);
    });
  },
);
