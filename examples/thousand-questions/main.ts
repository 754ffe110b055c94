import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { jsonlStore } from '@rlm/journal/jsonl';
import type { ModelFunction } from '@rlm/kernel/model';
import { createBudget, progress, runMany } from '@rlm/runner';
import { createSandboxPool } from '@rlm/sandbox';
import { quickjs } from '@rlm/sandbox/quickjs';

// MODEL=qwen3 asks a real model. Without it, this function answers in its place.
const { MODEL, BASE_URL = 'http://127.0.0.1:11434/v1', COUNT = '1000' } = process.env;
const script: ModelFunction = () => ({
  text: '```js\nFINAL(/order (\\d+)/.exec(context)[1]);\n```',
  usage: { inputTokens: 900, outputTokens: 20 },
});
const model = MODEL
  ? createOpenAICompatible({ name: 'openai-compatible', baseURL: BASE_URL })(MODEL)
  : script;

/** One question for each letter. Its id is the id of its run, so what was answered is not asked again. */
function* questions() {
  for (let n = 1; n <= Number(COUNT); n += 1) {
    const context = `Dear shop, where is my order ${4000 + n}? Yours, customer ${n}`;
    yield { id: `letter-${n}`, query: 'Which order is it?', context };
  }
}

const store = jsonlStore({ folder: 'runs' });
// One account for this process, and for the next one if this one is killed.
const budget = createBudget({ maxTokens: 5_000_000, id: 'letters', store });
const sandbox = createSandboxPool(quickjs(), { max: 8 });
const job = runMany(questions(), { model, sandbox, concurrency: 8, store, budget });

// Ctrl-C ends the runs under way. Start again, and the job goes on.
process.once('SIGINT', () => {
  job.abort();
});

const line = progress(job, { stream: process.stderr, total: Number(COUNT) });
let answered = 0;
for await (const { id, result, error } of job) {
  if (result?.answer == null) line.print(`${id}: ${error?.message ?? result?.stop?.message}`);
  else answered += 1;
}
await sandbox.close();
await budget.refresh();
console.log(`${answered} of ${COUNT} answered with ${budget.spent.calls} calls`);
if (answered < Number(COUNT)) process.exitCode = 1;
