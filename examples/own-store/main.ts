import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { scriptedModel } from '@rlm/kernel/testing';
import { runRlm } from '@rlm/runner';
import { quickjs } from '@rlm/sandbox/quickjs';

import { mapKeyValue } from './key-value.js';
import { keyValueStore } from './store.js';

// MODEL=qwen3 asks a real model. Without it, this reply is played.
const { MODEL, BASE_URL = 'http://127.0.0.1:11434/v1' } = process.env;
const script = scriptedModel(['```js\nFINAL(context.length);\n```']);
const model = MODEL
  ? createOpenAICompatible({ name: 'openai-compatible', baseURL: BASE_URL })(MODEL)
  : script;

const store = keyValueStore(mapKeyValue());
const options = { model, sandbox: quickjs(), query: 'How long is it?', context: 'a long text' };

const journal = await store.create({ runId: 'july' });
const { answer } = await runRlm({ ...options, journal }).result;
// Any process that has the database can do this, also after the first one was killed. No model is asked again.
const again = await runRlm({ ...options, journal: await store.open('july') }).result;
console.log(answer, again.answer);
for await (const { runId, status } of store.list()) console.log(runId, status);
