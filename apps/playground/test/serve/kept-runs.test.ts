import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { errorWith } from '@rlm/config/error-with';
import { eventually } from '@rlm/config/eventually';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { RunInfo } from '../../src/api.js';
import { startOpenAiServer } from '../models/openai-server.js';
import { answerKept, runsOf } from '../support/kept-run.js';
import { endpoint, notesFolder, type NotesFolder } from '../support/notes-folder.js';
import {
  openClient,
  openTestServer,
  type Client,
  type TestServer,
} from '../support/serve-client.js';

let folder: NotesFolder;
let server: TestServer;
let client: Client;
beforeEach(async () => {
  folder = await notesFolder();
  server = await openTestServer({ runs: runsOf(folder) });
  client = openClient(server);
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const look = '```js\nprint("looked at " + context.length);\n```';

async function eventsOf(id: string): Promise<{ readonly text: string; readonly end: RunInfo }> {
  let text = '';
  for await (const { event, data } of client.events(id)) {
    if (event === 'end') return { text, end: data as unknown as RunInfo };
    if (event === 'message') text += `${JSON.stringify(data)}\n`;
  }
  throw new Error('the events broke off');
}

describe('a kept run', () => {
  it('that failed is shown with why, and stays as it is, in the page and in rlm show', async () => {
    let turn = 0;
    await answerKept(folder, 'failed', () => {
      turn += 1;
      if (turn === 1) return Promise.resolve(look);
      throw new Error('the model fell asleep');
    });
    const journal = (): Promise<string> =>
      readFile(join(runsOf(folder).folder, 'failed.jsonl'), 'utf8');
    const before = await journal();
    expect(await client.json('GET', '/api/runs/failed')).toMatchObject({
      ...{ status: 'failed', finishReason: 'error', canShow: true },
    });
    const shown = await eventsOf('failed');
    expect(shown.text).toContain('looked at 20');
    expect(shown.text).toMatch(/"type":"run-end".*the model fell asleep/);
    expect(shown.end).toMatchObject({ status: 'failed', finishReason: 'error' });
    const { stdout, code } = await folder.rlm(['show', 'failed']);
    expect(stdout).toContain('looked at 20');
    expect(stdout).toMatch(/^It failed: .*the model fell asleep/m);
    expect(code).toBe(0);
    expect(await journal()).toBe(before);
    // Nobody is at its endpoint: it fails again, and that is what is shown then.
    await client.json('POST', '/api/runs/failed/resume');
    expect((await client.end('failed')).status).toBe('failed');
  });

  it('that is a task is shown with what its tools read, and is worked on in the terminal alone', async () => {
    const finish = JSON.stringify({ summary: 'It came back.', status: 'done' });
    const model = await startOpenAiServer([
      'I look.\n<search>{"text": "comet"}</search>',
      `<finish_task>${finish}</finish_task>`,
    ]);
    const task = ['task', 'Find the comet', '--folder', 'notes', ...endpoint(model)];
    await folder.rlm(task);
    await model.close();
    await rm(join(folder.path, 'notes'), { recursive: true });
    const id = await folder.onlyId();
    const { runs } = await client.json<{ runs: readonly RunInfo[] }>('GET', '/api/runs');
    expect(runs).toMatchObject([
      { id, question: 'Find the comet', status: 'suspended', isTask: true, canShow: true },
    ]);
    const shown = await eventsOf(id);
    expect(shown.text).toContain('2001.txt:1: The comet came back.');
    expect(shown.text).toMatch(/"type":"run-end".*"pending_review"/);
    expect(shown.end).toMatchObject({ status: 'suspended', answer: 'It came back.', isTask: true });
    for (const [path, body] of [['resume'], ['fork', { atStep: 1 }]] as const) {
      await expect(client.json('POST', `/api/runs/${id}/${path}`, body)).rejects.toThrow(
        errorWith({ status: 409, code: 'conflict', facts: ['is a task', 'rlm show'] }),
      );
    }
    const { stdout } = await folder.rlm(['show', id]);
    expect(stdout).toContain('2001.txt:1: The comet came back.');
    expect(stdout).toMatch(/^Answer: It came back\.$/m);
    expect(stdout).toContain('a person must review it');
    expect((await folder.listed())[0]).toMatchObject({ status: 'suspended' });
  });

  it('that another process works on is shown as far as it has come', async () => {
    const turns: ((reply: string) => void)[] = [];
    const answered = answerKept(folder, 'busy', () => new Promise((reply) => turns.push(reply)));
    await eventually(() => {
      expect(turns).toHaveLength(1);
    });
    turns[0]?.(look);
    await eventually(() => {
      expect(turns).toHaveLength(2);
    });
    const shown = await eventsOf('busy');
    expect(shown.text).toContain('looked at 20');
    expect(shown.text).toContain('what follows was not asked yet');
    expect(shown.end).toMatchObject({ status: 'running' });
    expect(shown.end).not.toHaveProperty('finishReason');
    await expect(client.json('POST', '/api/runs/busy/stop')).rejects.toThrow(/404/);
    turns[1]?.('```js\nFINAL("Halley")\n```');
    await answered;
    const { runs } = await client.json<{ runs: readonly RunInfo[] }>('GET', '/api/runs');
    expect(runs).toMatchObject([{ id: 'busy', answer: 'Halley' }]);
    expect((await eventsOf('busy')).end).toMatchObject({ status: 'ended', answer: 'Halley' });
  });
});
