import type { ServerResponse } from 'node:http';

import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { runResponse } from '@rlm/penguin-engine';
import { runRlm } from '@rlm/runner';
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { fetchHere } from '../../src/models/fetch-here.js';
import { endpoint, notesFolder } from '../support/notes-folder.js';
import { startServer, type LoopbackServer } from './loopback-server.js';
import { block, final, quick, says, whole } from './untidy-server.js';

const usual = getGlobalDispatcher();
let server: LoopbackServer;
let held: ServerResponse[];

/** A server that holds its answers back, and a `fetch` of Node.js that does not wait for them. */
beforeEach(async () => {
  held = [];
  server = await startServer((request, response) => {
    request.resume();
    if (request.method === 'GET') response.end('{"data":[{"id":"tiny"}]}');
    else held.push(response);
  });
  setGlobalDispatcher(new Agent({ headersTimeout: 100, bodyTimeout: 100 }));
});
afterEach(async () => {
  setGlobalDispatcher(usual);
  await server.close();
});

const modelWith = (fetch?: typeof globalThis.fetch) =>
  createOpenAICompatible({ name: 'here', baseURL: server.baseUrl, ...(fetch && { fetch }) })(
    'tiny',
  );
const retry = { attempts: 2, minDelayMs: 0, maxDelayMs: 0 };
const line =
  /callTimeoutMs.*fetch: \(url, init\) => fetch\(url, \{ \.\.\.init, dispatcher \}\).*headersTimeout: 0, bodyTimeout: 0.*undici/;

describe('a server that is silent for longer than the fetch of Node.js waits', () => {
  it('is waited for by the command', async () => {
    const asked = runRlm({ ...quick, model: modelWith(fetchHere), retry }).result;
    while (held.length === 0) await new Promise(setImmediate);
    await runRlm({ ...quick, model: modelWith(), retry }).result;
    held[0]?.writeHead(200, { 'content-type': 'text/event-stream' }).write(says('```repl\n'));
    await runRlm({ ...quick, model: modelWith(), retry }).result;
    held[0]?.end(whole('FINAL("real")\n```'));
    expect(await asked).toMatchObject({ answer: 'real' });
  });

  it.each([
    ['100ms', /took longer than 100 ms/],
    ['20m', /^$/],
  ])('is waited for as long as --call-timeout %s says', async (time, told) => {
    await using folder = await notesFolder();
    const limits = ['--call-timeout', time, '--retries', '0', '--quiet'];
    const run = folder.rlm(['ask', 'Which comet?', 'notes', ...endpoint(server), ...limits]);
    while (held.length === 0) await new Promise(setImmediate);
    if (time === '20m') held[0]?.end(whole(final));
    const { stdout, stderr } = await run;
    expect(stdout).toBe(time === '20m' ? 'real\n' : '');
    expect(stderr).toMatch(told);
  });

  it('is not asked again by a program, which reads what to give its provider', async () => {
    const { stop } = await runRlm({ ...quick, model: modelWith(), retry }).result;
    expect(stop?.message).toMatch(line);
    expect(stop).toMatchObject({ code: 'provider_error', error: { details: { timedOut: true } } });
    const loop = await runResponse({ prompt: 'Hi', model: modelWith(), retry }).result;
    expect(loop).toMatchObject({ status: 'provider_error', error: stop?.message });
    expect(held).toHaveLength(2);
  });

  it('is asked again if it fell silent in its reply', async () => {
    const asked = runRlm({ ...quick, model: modelWith(), retry });
    for await (const { type } of asked) {
      if (type !== 'model-start' && type !== 'retry') continue;
      while (held.length === 0) await new Promise(setImmediate);
      held.pop()?.writeHead(200, { 'content-type': 'text/event-stream' }).write(says('Let me '));
    }
    const { stop } = await asked.result;
    expect(stop).toMatchObject({ code: 'provider_recoverable_error' });
    expect(stop?.message).toMatch(line);
  });

  it('still gets the question for what was found', async () => {
    let calls = 0;
    const { answer, finishReason } = await runRlm({
      ...quick,
      retry,
      async model(request) {
        calls += 1;
        if (calls === 1) return block('console.log(42)');
        if (calls === 3) return final;
        return (
          await fetch(server.baseUrl, { method: 'POST', signal: request.abortSignal })
        ).text();
      },
    }).result;
    expect({ answer, finishReason, calls }).toEqual({
      answer: 'real',
      finishReason: 'error',
      calls: 3,
    });
  });
});
