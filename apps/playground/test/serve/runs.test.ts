import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { errorWith } from '@rlm/config/error-with';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openRuns } from '../../src/runs/runs.js';
import type { HandPrompt, RunInfo } from '../../src/api.js';
import { homeAt, runCommand, runsBelow } from '../support/run-command.js';
import {
  openClient,
  openTestServer,
  type Client,
  type SentEvent,
  type TestServer,
} from '../support/serve-client.js';

const text = 'In 1999 nothing happened.\nIn 2001 the comet came back. The comet was bright.\n';
const block = (code: string): string => `I say so.\n\n\`\`\`js\n${code}\n\`\`\`\n`;

let server: TestServer;
let client: Client;
let notes: string;
beforeAll(async () => {
  server = await openTestServer();
  client = openClient(server);
  notes = await client.upload('notes.txt', text);
});
afterAll(() => server[Symbol.asyncDispose]());

const byHand = (more: object = {}): Promise<RunInfo> =>
  client.start({ question: 'Which comet?', texts: [notes], model: 'by-hand', ...more });

/** Plays a run by hand: the replies in turn, to its end. */
async function play(id: string, replies: readonly string[]): Promise<readonly SentEvent[]> {
  const left = [...replies];
  const seen: SentEvent[] = [];
  for await (const sent of client.events(id)) {
    seen.push(sent);
    if (sent.event !== 'prompt') continue;
    const reply = left.shift();
    if (reply === undefined) break;
    const { promptId } = sent.data as unknown as HandPrompt;
    await client.json('POST', `/api/runs/${id}/replies`, { promptId, text: reply });
  }
  return seen;
}

const types = (events: readonly SentEvent[]): readonly unknown[] =>
  events.filter(({ event }) => event === 'message').map(({ data }) => data['type']);

describe('a run in the page', () => {
  it('is answered, listed, shown again from any event, and forgotten', async () => {
    const question = 'How often does the word comet occur?';
    // A text that is named again is the same text.
    const texts = Array.from({ length: 20_000 }, () => notes);
    const { id, status } = await client.start({ question, texts, model: 'planner' });
    expect(status).toBe('running');
    const all: SentEvent[] = [];
    for await (const sent of client.events(id)) if (sent.event !== 'status') all.push(sent);
    const ended = all.at(-1)?.data as unknown as RunInfo;
    expect(ended).toMatchObject({ id, question, status: 'ended', finishReason: 'final', steps: 3 });
    expect(ended.answer).toMatch(/2/);
    const messages = all.filter(({ event }) => event === 'message');
    expect(messages.map(({ id: number }) => number)).toEqual(messages.map((_, at) => String(at)));
    expect(types(all)).toEqual(expect.arrayContaining(['coverage', 'code-end', 'run-end']));

    const later: SentEvent[] = [];
    for await (const sent of client.events(id, '4')) later.push(sent);
    expect(later).toEqual(all.slice(5));
    expect(await client.json('GET', `/api/runs/${id}`)).toEqual(ended);
    const trajectory = await client.ask(`/api/runs/${id}/trajectory`);
    expect(trajectory.headers['content-disposition']).toContain(`rlm-${id}.jsonl`);
    const [header, ...lines] = trajectory.text.trimEnd().split('\n');
    expect(header).toBe('{"format":"rlm-trajectory","version":1}');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(
      messages.map(({ data }) => data),
    );
    await client.json('DELETE', `/api/runs/${id}`);
    expect((await client.ask(`/api/runs/${id}/events`)).status).toBe(404);
  });

  it('is played by hand; who comes later sees the prompt that waits', async () => {
    const { id } = await byHand();
    const [first] = await play(id, []).then((seen) =>
      seen.filter(({ event }) => event === 'prompt'),
    );
    const prompt = first?.data as unknown as HandPrompt;
    expect(prompt.purpose).toBe('root');
    expect(prompt.messages.at(-1)?.content).toContain('Question: Which comet?');
    const again = await play(id, [block('const n = await llm_query("A name?"); print(n);')]);
    expect(again.find(({ event }) => event === 'prompt')?.data).toEqual(prompt);
    const seen = await play(id, ['Halley', block('FINAL(n + " it was")')]);
    expect(seen.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['prompt', 'answered', 'end']),
    );
    expect(seen.at(-1)?.data).toMatchObject({ answer: 'Halley it was', model: 'by-hand' });
    const late = await client.ask(`/api/runs/${id}/replies`, {
      method: 'POST',
      body: JSON.stringify({ promptId: prompt.promptId, text: 'late' }),
      headers: { 'content-type': 'application/json' },
    });
    expect(late).toMatchObject({ status: 409, text: expect.stringContaining('waits') as string });
  });

  it('is stopped, and goes on where it was without asking again', async () => {
    const { id } = await byHand();
    await play(id, [block('const found = context.indexOf("comet"); print(found);')]);
    const refused = await client.ask(`/api/runs/${id}/resume`, { method: 'POST' });
    expect(refused).toMatchObject({
      status: 409,
      text: expect.stringContaining('under way') as string,
    });
    expect((await client.ask(`/api/runs/${id}/stop`, { method: 'POST' })).status).toBe(202);
    expect(await client.end(id)).toMatchObject({ status: 'open', finishReason: 'aborted' });
    expect(await client.json('POST', `/api/runs/${id}/resume`)).toMatchObject({
      id,
      status: 'running',
    });
    const seen = await play(id, [block('FINAL(found)')]);
    expect(seen.at(-1)?.data).toMatchObject({ status: 'ended', answer: '38', steps: 2 });
    expect(seen.some(({ data }) => data['replayed'] === true)).toBe(true);
    expect(seen.filter(({ event }) => event === 'prompt')).toHaveLength(1);
    const over = await client.ask(`/api/runs/${id}/resume`, { method: 'POST' });
    expect(over).toMatchObject({ status: 409, text: expect.stringContaining('fork') as string });
  });

  it('is forked with another reply, and with another model', async () => {
    const { id } = await byHand();
    await play(id, [block('const at = context.indexOf("comet");'), block('FINAL("at " + at)')]);
    const fork = (body: object): Promise<RunInfo> =>
      client.json('POST', `/api/runs/${id}/fork`, body);
    const replied = await fork({ atStep: 2, reply: block('FINAL("not at " + (at + 1))') });
    expect(replied).toMatchObject({ from: { run: id, atStep: 2 }, status: 'running' });
    expect(await client.end(replied.id)).toMatchObject({ answer: 'not at 39', steps: 2 });
    const other = await fork({ atStep: 1, model: 'planner' });
    expect(await client.end(other.id)).toMatchObject({ model: 'planner', status: 'ended' });
    await expect(fork({ atStep: 9 })).rejects.toThrow(
      errorWith({ status: 400, code: 'invalid', facts: ['atStep', '1 to 2'] }),
    );
    await expect(fork({ atStep: 0 })).rejects.toThrow(
      errorWith({ status: 400, code: 'invalid', facts: ['atStep', 'whole number'] }),
    );
    await expect(fork({ atStep: 1, model: 'tour' })).rejects.toThrow(/400 .*its own question/);
  });

  it('may have several texts, by names that tell them apart', async () => {
    const other = await client.upload('notes.txt', 'Another.');
    const { id } = await byHand({ texts: [notes, other] });
    await play(id, [block('FINAL(Object.keys(context).join(", "))')]);
    expect(await client.end(id)).toMatchObject({ answer: 'notes.txt, notes.txt (2)' });
    await client.json('DELETE', `/api/texts/${other}`);
    const { texts } = await client.json<{ texts: readonly { id: string }[] }>('GET', '/api/texts');
    expect(texts.map((listed) => listed.id)).toEqual(['state-of-the-union', notes]);
  });
});

describe('the scripted tour', () => {
  it('really runs: it looks, searches, maps, fails, repairs with a child run, and ends', async () => {
    const { id, question } = await client.start({ question: 'x', texts: [], model: 'tour' });
    expect(question).toMatch(/railroads/);
    const all: SentEvent[] = [];
    for await (const sent of client.events(id)) all.push(sent);
    expect(all.at(-1)?.data).toMatchObject({ status: 'ended', finishReason: 'final', steps: 6 });
    expect(all.at(-1)?.data['answer']).toMatch(
      /^Most in the 1900s: 101 passages, mostly about rates\./,
    );
    const ends = all.filter(({ data }) => data['type'] === 'query-end');
    expect(new Set(ends.map(({ data }) => data['kind']))).toEqual(
      new Set(['llm_query', 'rlm_query']),
    );
    const failed = all.filter(({ data }) => {
      const { type, result } = data as { type?: string; result?: { error?: unknown } };
      return type === 'code-end' && result?.error !== undefined && result.error !== null;
    });
    expect(failed.map(({ data }) => data['step'])).toEqual([4]);
    const { models } = await client.json<{ models: { id: string; note?: string }[] }>(
      'GET',
      '/api/models',
    );
    expect(models.find((model) => model.id === 'tour')?.note).toMatch(/scripted/);
  });
});

describe('a durable run', () => {
  const rlm = (...args: readonly string[]) =>
    runCommand(server.folder, args, { environment: homeAt(server.folder) });

  it('is kept as rlm ask keeps it, and shown again by another server without a call', async () => {
    const { id } = await byHand({ durable: true });
    await play(id, [block('const name = await llm_query("A name?");'), 'Halley']);
    await client.ask(`/api/runs/${id}/stop`, { method: 'POST' });
    await client.end(id);
    await client.json('POST', `/api/runs/${id}/resume`);
    const first = await play(id, [block('FINAL(name)')]);

    const file = join(runsBelow(server.folder), `${id}.jsonl`);
    const journal = await readFile(file, 'utf8');
    await using other = await openTestServer({ runs: openRuns(undefined, homeAt(server.folder)) });
    const there = openClient(other);
    const listed = await there.json<RunInfo>('GET', `/api/runs/${id}`);
    expect(listed).toMatchObject({
      status: 'ended',
      durable: true,
      canShow: true,
      model: 'by-hand',
    });
    const again: SentEvent[] = [];
    for await (const sent of there.events(id)) again.push(sent);
    expect(again.at(-1)?.data).toMatchObject({ status: 'ended', answer: 'Halley' });
    expect(types(again)).toEqual(types(first));
    expect(await readFile(file, 'utf8')).toBe(journal);
    const download = await there.ask(`/api/runs/${id}/trajectory`);
    expect(download.text.trimEnd().split('\n')).toHaveLength(types(first).length + 1);

    expect(await rlm('resume', id)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/\bby hand .*page\b/) as string,
    });
    const fork = await there.json<RunInfo>('POST', `/api/runs/${id}/fork`, {
      atStep: 2,
      model: 'planner',
    });
    const ended = await there.end(fork.id);
    const resumed = await rlm('resume', fork.id);
    expect(resumed).toMatchObject({ code: 0, stdout: `${ended.answer ?? ''}\n` });
  });

  it('of the command line is listed, and shown again', async () => {
    const file = join(server.folder, 'comet.txt');
    await writeFile(file, text);
    const { stdout } = await rlm('ask', 'How often does the word comet occur?', file, '--planner');
    const { runs } = await client.json<{ runs: readonly RunInfo[] }>('GET', '/api/runs');
    const kept = runs.find(({ model }) => model === 'planner');
    expect(kept).toMatchObject({ durable: true, status: 'ended', steps: 3, canShow: true });
    const ended = await client.end(kept?.id ?? '');
    expect(`${ended.answer ?? ''}\n`).toBe(stdout);
  });

  it('is not shown where its text is gone or has changed, and says which', async () => {
    const { id } = await byHand({ durable: true });
    await play(id, [block('FINAL(1)')]);
    await using other = await openTestServer({ runs: openRuns(undefined, homeAt(server.folder)) });
    const there = openClient(other);
    const head = (await readFile(join(runsBelow(server.folder), `${id}.jsonl`), 'utf8')).split(
      '\n',
    )[0];
    const { spec } = JSON.parse(head ?? '') as { spec: { text: { files: { path: string }[] } } };
    const path = spec.text.files[0]?.path ?? '';
    await writeFile(path, 'Another text.');
    expect(await there.ask(`/api/runs/${id}/events`)).toMatchObject({
      status: 409,
      text: expect.stringContaining(path) as string,
    });
    await rm(path);
    const gone = await there.ask(`/api/runs/${id}/events`);
    expect([gone.status, JSON.parse(gone.text)]).toEqual([
      409,
      { error: expect.stringContaining('gone') as string, code: 'conflict' },
    ]);
    expect((await there.ask(`/api/runs/${id}`, { method: 'DELETE' })).status).toBe(204);
  });
});
