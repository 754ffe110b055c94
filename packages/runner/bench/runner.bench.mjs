// What a run costs with models that answer at once, beside the loop of the AI SDK, and what a journal and a long context
// add. Needs a build.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { printMemory, printRatios } from '@rlm/config/bench';
import { memoryStore } from '@rlm/journal';
import { jsonlStore } from '@rlm/journal/jsonl';
import { runRlm } from '@rlm/runner';
import { scripted } from '@rlm/sandbox/scripted';
import { generateText, stepCountIs, tool } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { z } from 'zod';

const [queries, atOnce] = [200, 1_000];
const session = scripted(['1\n'], { repeatLast: true });
const folder = mkdtempSync(join(tmpdir(), 'rlm-bench-'));

await printRatios([
  ...[30, 120].map((steps) => ({
    what: `a step of runRlm, of ${steps}`,
    ours: () => ours(steps),
    beside: 'a step of generateText',
    plain: () => theirs(steps),
    count: steps,
    // V8 compiles the loops for as long as the first thousand steps.
    rounds: 60,
  })),
  {
    what: '1,000 runs at once: each of 20 steps of 50 ms',
    ours: () => Promise.all(Array.from({ length: atOnce }, () => ours(20, 50))),
    beside: 'as many timers',
    plain: () => Promise.all(Array.from({ length: atOnce }, () => timers(20, 50))),
    rounds: 2,
  },
  ...Object.entries({
    'memoryStore()': () => memoryStore().create(),
    'jsonlStore({ sync: false })': () => jsonlStore({ folder, sync: false }).create(),
    'jsonlStore()': () => jsonlStore({ folder }).create(),
  }).map(([name, create]) => ({
    what: `a sub-query with ${name}`,
    ours: async () => asking(await create()),
    beside: 'one without a journal',
    plain: () => asking(),
    count: queries,
    rounds: 7,
  })),
]);
const text = join(folder, 'text.txt');
writeFileSync(text, 'the quick brown fox\n'.repeat(5 * 2 ** 20));
for (const way of ['fileContext', 'readContextFiles']) {
  printMemory(`memory of the host for ${way}() of 100 MB`, peakOf(way, text) - peakOf(way), 100);
}
rmSync(folder, { recursive: true });
process.exit();

async function ours(steps, modelMs) {
  let step = 0;
  const model = async () => {
    if (modelMs !== undefined) await sleep(modelMs);
    return (step += 1) < steps ? '```repl\nprint(1)\n```' : 'FINAL(done)';
  };
  const options = { model, sandbox: session, maxSteps: steps, query: 'q', context: 'text' };
  const { finishReason } = await runRlm(options).result;
  if (finishReason !== 'final') throw new Error(finishReason);
}

async function timers(count, ms) {
  for (let at = 0; at < count; at += 1) await sleep(ms);
}

async function theirs(steps) {
  let step = 0;
  const model = new MockLanguageModelV3({
    doGenerate: () => {
      const last = (step += 1) === steps;
      const code = '{"code":"print(1)"}';
      const call = { type: 'tool-call', toolCallId: `c${step}`, toolName: 'repl', input: code };
      return Promise.resolve({
        content: [last ? { type: 'text', text: 'done' } : call],
        finishReason: { unified: last ? 'stop' : 'tool-calls', raw: undefined },
        usage: {
          inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 1, text: 1, reasoning: 0 },
        },
        warnings: [],
      });
    },
  });
  const repl = tool({ inputSchema: z.object({ code: z.string() }), execute: () => '1\n' });
  await generateText({ model, prompt: 'q', tools: { repl }, stopWhen: stepCountIs(steps) });
}

async function asking(journal) {
  const play = async (_, guest) => {
    for (let at = 0; at < queries; at += 1) await guest.call('llm_query', `question ${at}`);
    return { final: { type: 'direct', answer: 'done' } };
  };
  const model = ({ purpose }) => (purpose === 'root' ? '```repl\n1\n```' : 'an answer');
  const { answer } = await runRlm({ model, sandbox: scripted([play]), query: 'q', journal }).result;
  if (answer !== 'done') throw new Error(answer);
}

/** The most memory that a process takes whose run has a file as its context, or none. */
function peakOf(way, file) {
  const options = {
    fileContext: 'context: await fileContext(file)',
    readContextFiles: '...await readContextFiles(file)',
  };
  const program = `
    import { runRlm } from '@rlm/runner';
    import { ${way} } from '@rlm/files';
    import { quickjs } from '@rlm/sandbox/quickjs';
    const file = ${JSON.stringify(file)};
    const model = () => '\`\`\`js\\nFINAL(1)\\n\`\`\`';
    const contexts = ${file === undefined ? '{}' : `{ ${options[way]} }`};
    await runRlm({ model, sandbox: quickjs(), query: 'q', ...contexts }).result;
    console.log(process.resourceUsage().maxRSS / 1024);`;
  const args = ['--input-type=module', '-e', program];
  return Number(execFileSync(process.execPath, args, { cwd: import.meta.dirname }));
}
