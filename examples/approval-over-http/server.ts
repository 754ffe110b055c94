import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { decide, JournalError, type JournalErrorCode, waitsOf } from '@rlm/journal';
import { jsonlStore } from '@rlm/journal/jsonl';
import { requiresApproval, suspend, type RunJournal } from '@rlm/kernel';
import type { ModelFunction } from '@rlm/kernel/model';
import { defineTool, runResponse } from '@rlm/penguin-engine';
import { z } from 'zod';

// MODEL=qwen3 asks a real model. Without it, this function answers in its place.
const { MODEL, BASE_URL = 'http://127.0.0.1:11434/v1', PORT = '3000' } = process.env;
const script: ModelFunction = ({ messages }) => {
  const last = messages.at(-1);
  if (last?.role === 'tool') return `Done: ${last.content}`;
  return { text: '', toolCalls: [{ id: 'c1', name: 'pay', arguments: { to: 'Ada', euros: 40 } }] };
};
const model = MODEL
  ? createOpenAICompatible({ name: 'openai-compatible', baseURL: BASE_URL })(MODEL)
  : script;

const pay = defineTool({
  name: 'pay',
  description: 'Pays a person.',
  input: z.object({ to: z.string(), euros: z.number().positive() }),
  repeatable: false, // never a second time for one call, whatever dies meanwhile
  execute: ({ to, euros }) => `paid ${euros} euros to ${to}`,
});

const store = jsonlStore({ folder: 'runs' });

/** Works on a run until it ends, or until a person must decide: then it sleeps in its journal. */
async function work(journal: RunJournal) {
  const { prompt } = journal.spec as { prompt: string };
  const tools = [requiresApproval(pay)];
  const run = runResponse({ model, prompt, tools, approve: () => suspend(), journal });
  const { runId, status, assistantResponse, stop, error } = await run.result;
  if (status !== 'suspended') return { runId, status, answer: assistantResponse, error };
  return { runId, status, asks: stop?.wait?.request, decide: `/runs/${runId}/decision` };
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const reply = (status: number, data: unknown): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(data));
  };
  const { method, url = '/' } = request;
  const [, runId] = /^\/runs\/([\w.-]+)\/decision$/.exec(url) ?? [];
  if (method === 'POST' && url === '/runs') {
    const prompt = await text(request);
    if (prompt.trim() === '') reply(400, { error: 'Send what is to be done as the body.' });
    else reply(200, await work(await store.create({ spec: { prompt } })));
  } else if (method === 'POST' && runId !== undefined) {
    // Anybody who can send this can approve: put your own sign-in before it.
    const isApproved = (await text(request)) === 'yes';
    const [wait] = await waitsOf(store, runId);
    if (wait === undefined) {
      reply(409, { error: 'This run waits for no decision.' });
      return;
    }
    await decide(store, runId, { key: wait.key, value: isApproved });
    reply(200, await work(await store.open(runId)));
  } else if (method === 'GET' && url === '/runs') {
    const waiting = [];
    for await (const { runId: id, spec } of store.list({ status: 'suspended' })) {
      waiting.push({ runId: id, spec, decide: `/runs/${id}/decision` });
    }
    reply(200, waiting);
  } else {
    reply(404, { error: 'No such page.' });
  }
}

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    const code: JournalErrorCode | undefined =
      error instanceof JournalError ? (error.code as JournalErrorCode) : undefined;
    // Two people may decide at once: the second one finds the run locked, or decided.
    const isTaken = code === 'journal_locked' || code === 'journal_not_waiting';
    const status = code === 'journal_not_found' ? 404 : isTaken ? 409 : 500;
    if (status === 500) console.error(error);
    response.writeHead(status).end(JSON.stringify({ error: code ?? 'It failed.' }));
  });
});
server.listen(Number(PORT), '127.0.0.1', () => {
  const address = server.address();
  console.log(`http://127.0.0.1:${typeof address === 'object' ? address?.port : PORT}`);
});
