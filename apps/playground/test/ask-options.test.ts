import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { readTrajectory } from '@rlm/runner';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startOpenAiServer } from './models/openai-server.js';
import { endpoint, notesFolder, type NotesFolder } from './support/notes-folder.js';

let folder: NotesFolder;
beforeAll(async () => {
  folder = await notesFolder();
});
afterAll(() => folder[Symbol.asyncDispose]());

/** The first and the last event of a trajectory. */
async function endsOf(saved: string): Promise<readonly unknown[]> {
  const types: string[] = [];
  for await (const { type } of readTrajectory([saved])) types.push(type);
  return [types[0], types.at(-1)];
}

const ask = ['ask', 'Which comet?', 'notes'];

describe('rlm ask', () => {
  it('--schema holds the answer to a shape, --save writes the events, resume knows both', async () => {
    const replies = ['```js\nFINAL({ year: "2001" })\n```', '```js\nFINAL({ year: 2001 })\n```'];
    const server = await startOpenAiServer(replies);
    try {
      const schema = { type: 'object', properties: { year: { type: 'integer' } } };
      await writeFile(join(folder.path, 'year.json'), JSON.stringify(schema));
      const options = ['--schema', 'year.json', '--save', 'run.jsonl', '--quiet'];
      const asked = await folder.rlm([...ask, ...options, ...endpoint(server)]);
      expect(asked).toMatchObject({ code: 0, stderr: '' });
      expect(JSON.parse(asked.stdout)).toEqual({ year: 2001 });
      expect(JSON.stringify(server.requests[0]?.messages)).toContain('integer');
      expect(JSON.stringify(server.requests[1]?.messages)).toMatch(/year.*integer/);

      const saved = await readFile(join(folder.path, 'run.jsonl'), 'utf8');
      expect(await endsOf(saved)).toEqual(['run-start', 'run-end']);

      await writeFile(join(folder.path, 'year.json'), '{}');
      const resume = ['resume', await folder.onlyId(), '--save', 'again.jsonl'];
      const resumed = await folder.rlm(resume);
      expect(resumed).toEqual(asked);
      const again = await readFile(join(folder.path, 'again.jsonl'), 'utf8');
      expect(await endsOf(again)).toEqual(['run-start', 'run-end']);
    } finally {
      await server.close();
    }
  });

  it('--max-cost ends a run before it costs more, by what its replies say that they cost', async () => {
    const looking = Array.from({ length: 6 }, (_, turn) => `\`\`\`js\nprint(${turn})\n\`\`\``);
    const server = await startOpenAiServer(looking, { cost: 0.015 });
    try {
      const options = ['--max-cost', '0.04', '--price-reported', '--no-journal', '--json'];
      const { code, stdout } = await folder.rlm([...ask, ...options, ...endpoint(server)]);
      const { finishReason, usage } = JSON.parse(stdout) as Record<string, unknown>;
      expect({ code, finishReason }).toEqual({ code: 1, finishReason: 'max_cost' });
      expect(usage).toMatchObject({ total: { costUsd: expect.closeTo(0.03, 5) as number } });
      expect(server.requests).toHaveLength(2);
    } finally {
      await server.close();
    }
  });

  it('--price-in and --price-out tell what it costs', async () => {
    const server = await startOpenAiServer(['```js\nFINAL(1)\n```']);
    try {
      const options = ['--price-in', '100', '--price-out', '200', '--no-journal', '--json'];
      const { stdout } = await folder.rlm([...ask, ...options, ...endpoint(server)]);
      const { usage } = JSON.parse(stdout) as Record<string, unknown>;
      // 10 tokens in, 5 out.
      expect(usage).toMatchObject({ total: { costUsd: expect.closeTo(0.002, 5) as number } });
    } finally {
      await server.close();
    }
  });

  it('--quiet tells on stderr why there is no answer, and nothing else', async () => {
    const nothing = [
      'ask',
      'Which file first mentions the zebra?',
      'notes',
      '--planner',
      '--quiet',
    ];
    const { code, stdout, stderr } = await folder.rlm(nothing);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^rlm: no answer: No document mentions.*\n$/);
  });

  it('--schema needs a model', async () => {
    const { code, stderr } = await folder.rlm([...ask, '--schema', 'year.json']);
    expect(stderr).toMatch(/^rlm: there is no model for --schema: name one with --base-url/);
    expect(code).toBe(2);
  });
});
