import { serve } from '@hono/node-server';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { ModelFunction } from '@rlm/kernel/model';
import { InvalidOptionError, runRlm } from '@rlm/runner';
import { toResponse } from '@rlm/ui';
import { quickjs } from '@rlm/sandbox/quickjs';
import { Hono } from 'hono';
import { z } from 'zod';

// MODEL=qwen3 asks a real model. Without it, this function answers in its place.
const { MODEL, BASE_URL = 'http://127.0.0.1:11434/v1', PORT = '3000' } = process.env;
const script: ModelFunction = async function* ({ abortSignal }) {
  for (const piece of ['```js\n', 'FINAL(context', '.split("\\n").length);', '\n```']) {
    yield piece;
    await new Promise((resolve) => setTimeout(resolve, 200));
    abortSignal.throwIfAborted();
  }
};
const model = MODEL
  ? createOpenAICompatible({ name: 'openai-compatible', baseURL: BASE_URL })(MODEL)
  : script;

// What `useChat` sends: all messages of the chat. The runner checks what is in them.
const messages = z.array(z.looseObject({ role: z.string() }));
const asked = z.object({ messages, text: z.string().max(10_000_000) });

const app = new Hono();
app.onError((error, c) => {
  if (InvalidOptionError.isInstance(error)) return c.json({ error: error.message }, 400);
  console.error(error);
  return c.json({ error: 'The server failed.' }, 500);
});
app.post('/ask', async (c) => {
  const { success, data, error } = asked.safeParse(await c.req.json().catch(() => undefined));
  if (!success) return c.json({ error: z.prettifyError(error) }, 400);
  const run = runRlm({
    model,
    sandbox: quickjs(),
    messages: data.messages,
    context: data.text,
    limits: { maxTokens: 100_000, timeoutMs: 60_000 },
  });
  void run.result.then(({ finishReason }) => {
    console.log(`${run.id}: ${finishReason}`);
  });
  return toResponse(run, {
    onError: (stop) => {
      console.error(stop.message);
    },
  }); // a client that closes its connection ends the run
});

serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(PORT) }, ({ port }) => {
  console.log(`http://127.0.0.1:${port}`);
});
