import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { ModelFunction } from '@rlm/kernel/model';
import { runRlm, type ConversationMessage } from '@rlm/runner';
import type { UIRun } from '@rlm/ui';
import { quickjs } from '@rlm/sandbox/quickjs';

// MODEL=qwen3 asks a real model. Without it, this function answers in its place, slowly enough to watch.
const { MODEL, BASE_URL = 'http://127.0.0.1:11434/v1', STEP_MS = '700' } = process.env;
const replies = [
  'I look for approvals.\n```js\nconst found = grep(context, "approved", { before: 0 }).matches;\nprint(found.length, "lines");\n```',
  'One line. I ask for the name in it.\n```js\nconst name = await llm_query(`Whose name is in: ${found[0].text}`);\nprint(name);\n```',
  'That is it.\n```js\nFINAL(name);\n```',
];
const script: ModelFunction = async function* ({ messages, purpose }) {
  const asked = messages.filter(({ role }) => role === 'assistant').length;
  const reply = purpose === 'sub' ? 'Ines Duarte' : (replies[asked] ?? 'FINAL_VAR(name)');
  for (const piece of reply.match(/[^]{1,40}/g) ?? []) {
    yield piece;
    await new Promise((resolve) => setTimeout(resolve, Number(STEP_MS) / 4));
  }
};
const model = MODEL
  ? createOpenAICompatible({ name: 'openai-compatible', baseURL: BASE_URL })(MODEL)
  : script;

const handbook =
  'Budget: Ole Brandt.\nAll travel is approved by Ines Duarte.\nTrains come first.\n';

/** The last run of each chat. Next may load this file more than once, so they are kept globally. */
const kept = globalThis as { runsOfChats?: Map<string, UIRun> };
const runs = (kept.runsOfChats ??= new Map());
const maxChats = 1_000;

/** Starts a run that answers the last message of a chat; one that the chat still has is ended. */
export function startRun(chat: string, messages: readonly ConversationMessage[]): UIRun {
  runs.get(chat)?.abort();
  const run = runRlm({
    model,
    sandbox: quickjs(),
    messages,
    context: handbook,
    limits: { maxTokens: 200_000, timeoutMs: 120_000 },
  });
  runs.delete(chat);
  runs.set(chat, run);
  for (const oldest of runs.keys()) {
    if (runs.size <= maxChats) break;
    runs.get(oldest)?.abort();
    runs.delete(oldest);
  }
  return run;
}

export const runOf = (chat: string): UIRun | undefined => runs.get(chat);
