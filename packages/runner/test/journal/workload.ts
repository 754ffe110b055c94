import type { ModelReply, ModelRequest } from '@rlm/penguin-engine/model';
import { defineTool } from '@rlm/penguin-engine';
import { createGate } from '@rlm/repl-types/internal';
import { quickjs } from '@rlm/sandbox/quickjs';

import type { RunRlmOptions } from '../../src/index.js';

/**
 * The code of the first turn: all that may go another way when a run is resumed. Prompts contain the order in which answers came;
 * batches, races, children side by side, identical questions at different moments, a tool that fails, a typed answer, a guest that
 * computes between calls, randomness and the clock.
 */
const hazards = `
const order = [];
const chain = async (name) => {
  let text = name;
  for (let i = 0; i < 3; i++) {
    text = await llm_query('chain ' + name + ' after ' + order.join('') + ': ' + text);
    order.push(name);
    if (i === 1) { let sum = 0; for (let n = 0; n < 300000; n++) sum += n % 7; text += sum; }
  }
  return text;
};
const pieces = await Promise.all(['a', 'b', 'c'].map(chain));
const batch = await llm_query_batched(['one', 'two', 'three', 'one']);
const first = await Promise.race([llm_query('race 1'), llm_query('race 2')]);
const family = await Promise.all([
  rlm_query('child: how long?', { context: 'some data' }),
  rlm_query('child: how long?', { context: 'some data' }),
  rlm_query('child: what?', { context: 'other data' }),
  llm_query('the same'),
  (async () => { await llm_query('wait'); return llm_query('the same'); })(),
]);
let failed = '';
try { await broken({ reason: first }); } catch (error) { failed = error.message; }
const typed = await llm_query('number please', { schema: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] } });
const long = await llm_query('long ' + 'x'.repeat(5000));
console.log(order.join(''), Math.random(), Date.now(), failed, typed.n, long.length);
`;

const last = `
const late = [llm_query('never awaited 1'), llm_query('never awaited 2')];
FINAL([pieces, batch, first, family, failed, typed, Math.random(), await llm_query('at last')]);
`;

const wait = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** A model whose every reply is new, and the number of its calls. */
export interface CountedModel {
  (request: ModelRequest): Promise<ModelReply> | AsyncIterable<string>;
  calls: number;
}

/** A model that follows the workload; each reply has a random part, and takes a random time. */
export function workModel(onCall: (request: ModelRequest) => void = () => undefined): CountedModel {
  const usage = { inputTokens: 7, outputTokens: 3 };
  const reply = async (request: ModelRequest): Promise<ModelReply> => {
    const said = request.messages.at(-1)?.content ?? '';
    await wait(Math.random() * 6);
    if (said.startsWith('number')) return { text: `{"n": ${String(Math.random())}}`, usage };
    return { text: `R(${String(said.length)}:${Math.random().toString(36).slice(2)})`, usage };
  };
  async function* root(messages: ModelRequest['messages']): AsyncIterable<string> {
    const isChild = (messages[1]?.content ?? '').includes('child:');
    const code = isChild
      ? `FINAL(context.length + await llm_query('in a child: ' + context));`
      : messages.length === 2
        ? hazards
        : last;
    const text = `I look.\n\`\`\`js\n${code}\n\`\`\`\nThen I would say more.\n\`\`\`js\nFINAL('no')\n\`\`\``;
    for (const piece of text.match(/[^]{1,400}/g) ?? []) {
      await wait(Math.random() * 3);
      yield piece;
    }
  }
  const model = (request: ModelRequest) => {
    model.calls += 1;
    onCall(request);
    return request.purpose === 'root' ? root(request.messages) : reply(request);
  };
  model.calls = 0;
  return model;
}

/** A run of the workload. */
export function workOptions(model: CountedModel): RunRlmOptions {
  const kept = new Map<string, unknown>();
  const gate = createGate(1);
  return {
    model,
    sandbox: quickjs(),
    context: 'a context of a few words',
    query: 'What is it all about?',
    limits: { maxTokens: 1_000_000, timeoutMs: 600_000 },
    policies: [
      {
        name: 'by-chance',
        description: 'Notes by chance',
        shouldTerminate: () => ({ terminate: false, note: `chance ${String(Math.random())}` }),
        reset: () => undefined,
      },
    ],
    confidence: () => Math.random(),
    tools: [
      defineTool({
        name: 'broken',
        description: 'Fails.',
        execute: () => {
          throw new Error(`it broke ${Math.random().toString(36).slice(2)}`);
        },
      }),
    ],
    cache: {
      getItem: (key) =>
        gate.run(async () => (await wait(1), kept.get(key)), new AbortController().signal),
      setItem: (key, value: unknown) => kept.set(key, value),
    },
  };
}
