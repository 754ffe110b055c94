import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';

import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { JournalError } from '@rlm/journal';
import { jsonlStore } from '@rlm/journal/jsonl';
import type { RunJournal } from '@rlm/kernel';
import type { ModelFunction } from '@rlm/kernel/model';
import { runRlm } from '@rlm/runner';
import { toResponse, type UIRun } from '@rlm/ui';
import { quickjs } from '@rlm/sandbox/quickjs';

// MODEL=qwen3 asks a real model. Without it, this function answers in its place.
const { MODEL, BASE_URL = 'http://127.0.0.1:11434/v1', PORT = '3000' } = process.env;
const script: ModelFunction = ({ messages }) =>
  messages.some(({ role }) => role === 'assistant')
    ? '```js\nFINAL(found[0].text);\n```'
    : '```js\nconst found = grep(context, "approved", { before: 0 }).matches;\nprint(found.length);\n```';
const model = MODEL
  ? createOpenAICompatible({ name: 'openai-compatible', baseURL: BASE_URL })(MODEL)
  : script;

const context = 'Budget: Ole Brandt.\nAll travel is approved by Ines Duarte.\n';
const store = jsonlStore({ folder: 'runs' });
/** The runs of this process that have not ended. All others are in the store. */
const running = new Map<string, UIRun>();
const maxRunning = 20;

const open = (journal: RunJournal) => {
  const { question } = journal.spec as { question: string };
  return runRlm({ model, sandbox: quickjs(), query: question, context, journal });
};

async function start(question: string): Promise<string> {
  const run = open(await store.create({ spec: { question } }));
  running.set(run.id, run);
  void run.result.finally(() => running.delete(run.id));
  return run.id;
}

/** Sends a run's events: as they happen, or from its journal if it has ended, or ran in another process. */
async function show(id: string, request: IncomingMessage, response: ServerResponse) {
  const run = running.get(id) ?? open(await store.open(id, { readOnly: true }));
  // A browser that comes back says what it has. A client that leaves does not end the run.
  const lastEventId = request.headers['last-event-id']?.toString();
  const { headers, body } = toResponse(run, {
    lastEventId,
    onClose: 'continue',
    onError: (stop) => {
      console.error(stop.message);
    },
  });
  response.writeHead(200, Object.fromEntries(headers));
  await body?.pipeTo(Writable.toWeb(response));
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  const id = /^\/runs\/([\w.-]+)$/.exec(pathname)?.[1];
  if (request.method === 'GET' && id !== undefined) {
    await show(id, request, response);
  } else if (request.method === 'POST' && pathname === '/runs') {
    const question = await text(request);
    if (question.trim() === '') response.writeHead(400).end('Send a question as the body.');
    else if (running.size >= maxRunning) response.writeHead(503).end('Too many runs. Try again.');
    else response.writeHead(201, { location: `/runs/${await start(question)}` }).end();
  } else if (request.method === 'GET' && pathname === '/') {
    const page = await readFile(new URL('page.html', import.meta.url));
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
  } else {
    response.writeHead(404).end('No such page.');
  }
}

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    const isMissing = error instanceof JournalError && error.code === 'journal_not_found';
    if (response.headersSent) response.destroy();
    else response.writeHead(isMissing ? 404 : 500).end(isMissing ? 'No such run.' : 'It failed.');
    // A client that left is no fault.
    if (!isMissing && !response.destroyed) console.error(error);
  });
});
server.listen(Number(PORT), '127.0.0.1', () => {
  const address = server.address();
  console.log(`http://127.0.0.1:${typeof address === 'object' ? address?.port : PORT}`);
});
