import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { redisStore } from '@rlm/journal/bullmq';
import type { RunJournal } from '@rlm/kernel';
import type { ModelFunction } from '@rlm/kernel/model';
import { runRlm } from '@rlm/runner';
import { quickjs } from '@rlm/sandbox/quickjs';
import { z } from 'zod';

const { MODEL, BASE_URL = 'http://127.0.0.1:11434/v1', REDIS_PORT = '6379' } = process.env;

export const connection = { host: '127.0.0.1', port: Number(REDIS_PORT) };
export const store = redisStore({ connection });

/** The `spec` of a run: JSON that any worker can start it from. */
const jobs = z.object({ question: z.string(), text: z.string() });
export type Job = z.infer<typeof jobs>;

// MODEL=qwen3 asks a real model. Without it, this function answers in its place.
const script: ModelFunction = async ({ messages }) => {
  await new Promise((resolve) => setTimeout(resolve, 500));
  const isFirst = !messages.some(({ role }) => role === 'assistant');
  return isFirst
    ? '```js\nconst words = context.split(" ");\n```'
    : '```js\nFINAL(words.length);\n```';
};
const model = MODEL
  ? createOpenAICompatible({ name: 'openai-compatible', baseURL: BASE_URL })(MODEL)
  : script;

/** Works on a run: from its start, or from where the worker before was killed. */
export function work(journal: RunJournal, spec: unknown) {
  const { question, text } = jobs.parse(spec);
  return runRlm({ model, sandbox: quickjs(), query: question, context: text, journal });
}
