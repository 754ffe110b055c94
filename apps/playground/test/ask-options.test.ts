import { link, readFile, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { readTrajectory } from '@rlm/runner';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { connectionTo } from '../src/models/named-endpoint.js';
import { startServer } from './models/loopback-server.js';
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
      expect(JSON.stringify(server.requests[0]?.messages)).toMatch(/\b2 files\b/);
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

  it('--temperature, --header and --api-key-env reach the endpoint; the run keeps no header and no key', async () => {
    const server = await startOpenAiServer(() => '```js\nFINAL("2001")\n```');
    try {
      const secrets = ['--header', 'X-Pass: open-sesame', '--api-key-env', 'MY_KEY'];
      const options = ['--temperature', '0.25', '--runs', 'hot', '--quiet'];
      const environment = { MY_KEY: 'k-123', RLM_API_KEY: 'another' };
      const asked = await folder.rlm([...ask, ...options, ...secrets, ...endpoint(server)], {
        environment,
      });
      expect(asked).toEqual({ code: 0, stdout: '2001\n', stderr: '' });
      expect(server.requests[0]?.temperature).toBe(0.25);
      expect(server.headers.length).toBeGreaterThan(1);
      for (const headers of server.headers) {
        expect(headers).toMatchObject({ 'x-pass': 'open-sesame', authorization: 'Bearer k-123' });
      }
      const names = await readdir(join(folder.path, 'hot'));
      const journal = names.find((name) => name.endsWith('.jsonl')) ?? '';
      const kept = await readFile(join(folder.path, 'hot', journal), 'utf8');
      expect(kept).not.toMatch(/open-sesame|x-pass|k-123/i);
      expect(kept).toContain('"temperature":0.25');
      const unset = await folder.rlm([...ask, '--api-key-env', 'NO_KEY', ...endpoint(server)]);
      expect(unset).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(/^rlm: --api-key-env NO_KEY: .*\bnot set\n$/) as string,
      });
    } finally {
      await server.close();
    }
  });

  it('--header goes to no address that was not named', async () => {
    const server = await startOpenAiServer(() => undefined);
    const naming = { environment: {}, headers: { 'x-pass': 'open-sesame' } };
    const spec = {
      kind: 'endpoint',
      server: 'local',
      model: 'm',
      baseUrl: server.baseUrl,
    } as const;
    await server.close();
    expect(connectionTo(spec, naming)).toEqual({ baseUrl: server.baseUrl });
    const named = { ...naming, baseUrl: server.baseUrl };
    expect(connectionTo(spec, named)).toEqual({
      baseUrl: server.baseUrl,
      headers: naming.headers,
    });
  });

  it.each([
    ['0', 1],
    ['1', 2],
  ])('--retries %s makes %i attempts of a call that fails', async (retries, attempts) => {
    let calls = 0;
    const server = await startServer((request, response) => {
      if (request.url === '/v1/models') {
        response.end('{"data":[{"id":"m"}]}');
        return;
      }
      calls += 1;
      response.writeHead(503, { 'retry-after': '0' }).end('{}');
    });
    try {
      const options = ['--retries', retries, '--no-journal', '--quiet'];
      const { code } = await folder.rlm([...ask, ...options, ...endpoint(server)]);
      expect({ code, calls }).toEqual({ code: 1, calls: attempts });
    } finally {
      await server.close();
    }
  });

  it('--concurrency bounds the sub-queries that run at once', async () => {
    let most = 0;
    let open = 0;
    const code = 'FINAL((await llm_query_batched(["a", "b", "c", "d"])).join(""))';
    const server = await startServer((request, response) => {
      if (request.url === '/v1/models') {
        response.end('{"data":[{"id":"m"}]}');
        return;
      }
      open += 1;
      most = Math.max(most, open);
      response.on('finish', () => (open -= 1));
      void text(request).then((body) => {
        const content = body.includes('llm_query_batched') ? `\`\`\`js\n${code}\n\`\`\`` : 'x';
        const finish = { index: 0, finish_reason: 'stop' };
        if (body.includes('"stream":true')) {
          response.writeHead(200, { 'content-type': 'text/event-stream' });
          const chunk = { choices: [{ ...finish, delta: { content } }] };
          response.end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
          return;
        }
        const message = { role: 'assistant', content };
        response.end(JSON.stringify({ choices: [{ ...finish, message }] }));
      });
    });
    try {
      const options = ['--concurrency', '1', '--no-journal', '--quiet'];
      const asked = await folder.rlm([...ask, ...options, ...endpoint(server)]);
      expect(asked).toMatchObject({ code: 0, stdout: 'xxxx\n' });
      expect(most).toBe(1);
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

  it('--output writes the answer to a file, for its owner alone, and replaces what was there', async () => {
    const server = await startOpenAiServer(() => '```js\nFINAL("2001")\n```');
    const file = join(folder.path, 'answer.txt');
    try {
      await writeFile(file, 'of yesterday, and longer', { mode: 0o644 });
      const options = [...endpoint(server), '--runs', 'written', '--output', 'answer.txt'];
      const told = await folder.rlm([...ask, ...options]);
      expect(told).toMatchObject({ code: 0, stdout: '' });
      expect(told.stderr).toMatch(/^Answer: 2001\n[^]*^.* answer\.txt\n/m);
      expect(await readFile(file, 'utf8')).toBe('2001\n');
      expect((await stat(file)).mode & 0o777).toBe(0o600);

      const json = await folder.rlm([...ask, ...options, '--json']);
      expect(json).toEqual({ code: 0, stdout: '', stderr: '' });
      const { question, answer } = JSON.parse(await readFile(file, 'utf8')) as typeof told & {
        readonly question: string;
        readonly answer: string;
      };
      expect({ question, answer }).toEqual({ question: 'Which comet?', answer: '2001' });

      const [run] = await folder.listed('--runs', 'written');
      const resume = ['resume', run?.id ?? '', '--runs', 'written', '--yes', '--quiet'];
      const resumed = await folder.rlm([...resume, '--output', 'again.txt']);
      expect(resumed).toEqual({ code: 0, stdout: '', stderr: '' });
      expect(await readFile(join(folder.path, 'again.txt'), 'utf8')).toBe('2001\n');
      // No part of a file that was being written is left.
      const left = (await readdir(folder.path)).filter((name) => name.includes('.part'));
      expect(left).toEqual([]);
    } finally {
      await server.close();
    }
  });

  it('--output leaves the file as it was if there is no answer', async () => {
    const file = join(folder.path, 'kept.txt');
    await writeFile(file, 'of yesterday');
    const nothing = ['ask', 'Which file first mentions the zebra?', 'notes', '--planner'];
    const { code } = await folder.rlm([...nothing, '--no-journal', '--output', 'kept.txt']);
    expect(code).toBe(1);
    expect(await readFile(file, 'utf8')).toBe('of yesterday');
  });

  it.each([
    ['notes', /^rlm: --output notes .*: .*\bfolder\b/],
    ['missing/answer.txt', /^rlm: --output missing\/answer\.txt .*: ENOENT/],
    ['link.txt', /^rlm: --output link\.txt .*: .*\blink\b/],
  ])('--output %s is refused before anything is asked', async (file, message) => {
    await symlink('notes/1999.txt', join(folder.path, 'link.txt')).catch(() => undefined);
    const { code, stderr } = await folder.rlm([...ask, '--planner', '--output', file]);
    expect(stderr).toMatch(message);
    expect(code).toBe(2);
  });

  it('--output is refused if it is the file that is asked about', async () => {
    await link(join(folder.path, 'notes', '2001.txt'), join(folder.path, 'other-name.txt'));
    for (const output of ['notes/2001.txt', 'other-name.txt']) {
      const asked = ['ask', 'Which comet?', 'notes/2001.txt', '--planner', '--output', output];
      const { code, stderr } = await folder.rlm(asked);
      expect(stderr.replaceAll(/\s+/g, ' ')).toMatch(/\bread .*\blost\b/);
      expect(code).toBe(2);
    }
    expect(await readFile(join(folder.path, 'notes', '2001.txt'), 'utf8')).toContain('comet');
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
    expect(stderr).toMatch(/^rlm: no answer: \S.*\n$/);
  });

  it('--schema needs a model', async () => {
    const { code, stderr } = await folder.rlm([...ask, '--schema', 'year.json']);
    expect(stderr).toMatch(/^rlm: .*\bmodel for --schema\b.*--base-url/);
    expect(code).toBe(2);
  });
});
