import { Writable } from 'node:stream';

import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { ModelFunction } from '@rlm/kernel/model';
import { defineTool, runResponse } from '@rlm/penguin-engine';
import { toResponse } from '@rlm/ui';
import { convertToModelMessages, safeValidateUIMessages } from 'ai';
import express from 'express';
import { z } from 'zod';

// MODEL=qwen3 asks a real model. Without it, this function answers in its place.
const { MODEL, BASE_URL = 'http://127.0.0.1:11434/v1', PORT = '3000' } = process.env;
const script: ModelFunction = ({ messages }) => {
  const last = messages.at(-1);
  if (last?.role === 'tool') return `It is ${last.content}.`;
  return {
    text: 'I look.',
    toolCalls: [{ id: 'c1', name: 'weather', arguments: { city: 'Rome' } }],
  };
};
const model = MODEL
  ? createOpenAICompatible({ name: 'openai-compatible', baseURL: BASE_URL })(MODEL)
  : script;

const weather = defineTool({
  name: 'weather',
  description: 'Says how the weather is in a city.',
  input: z.object({ city: z.string() }),
  execute: ({ city }) => `21 degrees in ${city}`,
});

const app = express();
app.use(express.json({ limit: '1mb' }));

// What useChat of the AI SDK sends: the whole conversation. What it reads: the run, as it happens.
app.post('/api/chat', async (request, response) => {
  const { messages: sent } = (request.body ?? {}) as { messages?: unknown };
  const checked = await safeValidateUIMessages({ messages: sent });
  if (!checked.success) {
    response.status(400).json({ error: checked.error.message });
    return;
  }
  const messages = await convertToModelMessages(checked.data);
  const run = runResponse({ model, messages, tools: [weather] });
  const { headers, body } = toResponse(run, {
    onError: (stop) => {
      console.error(stop.message);
    },
  });
  response.writeHead(200, Object.fromEntries(headers));
  // A client that closes its connection ends the run.
  await body?.pipeTo(Writable.toWeb(response)).catch(() => undefined);
});

const server = app.listen(Number(PORT), '127.0.0.1', (error) => {
  if (error) throw error;
  const address = server.address();
  console.log(`http://127.0.0.1:${typeof address === 'object' ? address?.port : PORT}`);
});
