import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { scriptedModel } from '@rlm/kernel/testing';
import { createPolicyRegistry } from '@rlm/policies';
import { runRlm } from '@rlm/runner';
import { quickjs } from '@rlm/sandbox/quickjs';

import { silence } from './policy.js';

// MODEL=qwen3 asks a real model. Without it, this one goes on computing and never looks.
const { MODEL, BASE_URL = 'http://127.0.0.1:11434/v1' } = process.env;
const script = scriptedModel(
  [
    '```js\nprint(context.length);\n```',
    '```js\nconst words = context.split(" ");\n```',
    '```js\nconst count = words.length;\n```',
    'FINAL_VAR(count)',
  ],
  { after: 'repeat' },
);
const model = MODEL
  ? createOpenAICompatible({ name: 'openai-compatible', baseURL: BASE_URL })(MODEL)
  : script;

// By its name from a registry, as here, or as a value: policies: [silence({ maxSilent: 2 })].
const registry = createPolicyRegistry();
registry.registerTermination('silence', silence);

const run = runRlm({
  model,
  sandbox: quickjs(),
  query: 'How many words are in the text?',
  context: 'one two three four',
  policies: [{ name: 'silence', config: { maxSilent: 2 } }],
  policyRegistry: registry,
});
for await (const event of run) {
  if (event.type === 'policy-decision') {
    console.log(
      `step ${event.step}: ${event.policy} ${event.terminate ? 'ends the run' : 'goes on'}`,
    );
  }
}
// A run that a policy ended is asked once for its best answer.
const { answer, finishReason, source, stop } = await run.result;
console.log(`${finishReason}: ${stop?.message ?? ''}`);
console.log(`${answer ?? 'no answer'} (${source ?? 'none'})`);
