import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { scriptedModel } from '@rlm/kernel/testing';
import { progress, runRlm } from '@rlm/runner';
import { readContextFiles } from '@rlm/files';
import { quickjs } from '@rlm/sandbox/quickjs';

// MODEL=qwen3 asks a real model. Without it, these two replies are played, and no network is needed.
const { MODEL, BASE_URL = 'http://127.0.0.1:11434/v1' } = process.env;
const script = scriptedModel([
  '```js\nprint(Object.keys(context));\nprint(grep(context, "approved", { before: 0 }).matches.map(({ text }) => text));\n```',
  '```js\nFINAL("Ines Duarte; before March 2024 it was Ole Brandt.");\n```',
]);
const model = MODEL
  ? createOpenAICompatible({ name: 'openai-compatible', baseURL: BASE_URL })(MODEL)
  : script;

const [query = 'Who approves travel?', ...paths] = process.argv.slice(2);
const files = await readContextFiles(paths.length > 0 ? paths : 'documents');
console.log(`${files.files.length} files, ${files.totalChars} characters. ${query}`);
for (const { name, reason } of files.skipped) console.log(`left out: ${name} (${reason})`);

const run = runRlm({
  model,
  sandbox: quickjs(),
  query,
  ...files,
  limits: { maxTokens: 200_000, timeoutMs: 120_000 },
});
const line = progress(run, { stream: process.stderr });
for await (const event of run) {
  if (event.type === 'code-start') line.print(event.code.trim().replace(/^/gm, '> '));
  if (event.type === 'code-end') line.print(event.result.stdout);
}

const { answer, finishReason, stop, usage } = await run.result;
if (answer === null) {
  console.error(`No answer (${finishReason}): ${stop?.message ?? ''}`);
  process.exitCode = 1;
} else {
  console.log(`Answer: ${answer}`);
}
console.log(`${usage.total.calls} calls of the model`);
