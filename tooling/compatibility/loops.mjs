/**
 * One run of each loop, with journals and the JavaScript sandbox. Runs in the project that runtimes.mjs makes, in any runtime, and
 * prints what the runs answered.
 */
import { memoryStore } from '@rlm/journal';
import { jsonlStore } from '@rlm/journal/jsonl';
import { runResponse } from '@rlm/penguin-engine';
import { runRlm } from '@rlm/runner';
import { quickjs } from '@rlm/sandbox/quickjs';

const runId = `run-${process.pid}`;
const { answer } = await runRlm({
  model: () => '```js\nFINAL(context.split(" ").length)\n```',
  sandbox: quickjs(),
  query: 'How many words?',
  context: 'one two',
  journal: await jsonlStore({ folder: 'runs' }).create({ runId }),
}).result;
const { assistantResponse } = await runResponse({
  model: () => 'Hello.',
  prompt: 'Hi.',
  journal: await memoryStore().create({ runId }),
}).result;
console.log(`answers: ${answer} ${assistantResponse}`);
