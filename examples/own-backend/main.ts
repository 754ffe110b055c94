import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { scriptedModel } from '@rlm/kernel/testing';
import { runRlm } from '@rlm/runner';

import { nodeVm } from './backend.js';

// MODEL=qwen3 asks a real model. Without it, these replies are played.
const { MODEL, BASE_URL = 'http://127.0.0.1:11434/v1' } = process.env;
const script = scriptedModel([
  '```js\nconst words = context.split(" ");\nprint(words.length, typeof process);\n```',
  '```js\nconst big = await Promise.all(words.map((word) => llm_query(`In capitals: ${word}`)));\nFINAL(big.join(" "));\n```',
]);
const shout = scriptedModel(
  [({ messages }) => messages.at(-1)?.content.split(': ')[1]?.toUpperCase() ?? ''],
  {
    after: 'repeat',
  },
);
const real = (name: string) =>
  createOpenAICompatible({ name: 'openai-compatible', baseURL: BASE_URL })(name);

const { answer, finishReason, stop, steps } = await runRlm({
  model: MODEL ? real(MODEL) : script,
  subModel: MODEL ? real(MODEL) : shout,
  sandbox: nodeVm(),
  query: 'Ask the sub-model to write each word in capitals.',
  context: 'the lamp is lit',
}).result;

for (const { output } of steps) process.stdout.write(output);
console.log(answer ?? `No answer (${finishReason}): ${stop?.message ?? ''}`);
