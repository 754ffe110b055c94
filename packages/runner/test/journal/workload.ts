import { defineTool } from '@rlm/kernel';
import type { ModelReply, ModelRequest } from '@rlm/kernel/model';
import { createSemaphore } from '@rlm/repl-types/internal';
import { quickjs } from '@rlm/sandbox/quickjs';

import type { RunRlmOptions } from '../../src/index.js';
import { javascriptCells, type WorkCells } from './cells.js';
import { failSometimes, wait } from './chance.js';

/** A model whose every reply is new, and the number of its calls. */
export interface CountedModel {
  (request: ModelRequest): Promise<ModelReply> | AsyncIterable<string>;
  calls: number;
}

/** What a reply has in it, so that no two are alike. */
const newMark = (): string => `R(${Math.random().toString(36).slice(2)})`;

/** A model that follows the workload; each reply has a mark of its own, and takes a random time. */
export function workModel(
  mark: (request: ModelRequest) => string = newMark,
  cells: WorkCells = javascriptCells,
): CountedModel {
  const usage = { inputTokens: 7, outputTokens: 3 };
  const reply = async (request: ModelRequest): Promise<ModelReply> => {
    const said = request.messages.at(-1)?.content ?? '';
    failSometimes();
    const own = mark(request);
    await wait(Math.random() * 15);
    if (!said.startsWith('number')) return { text: `${own} to ${String(said.length)}`, usage };
    return { text: JSON.stringify({ n: Math.random(), own }), usage };
  };
  async function* root(request: ModelRequest): AsyncIterable<string> {
    const { messages } = request;
    const isChild = (messages[1]?.content ?? '').includes('child:');
    const turn = messages.length === 2 ? cells.first : cells.last;
    yield 'I look. ';
    await wait(Math.random() * 3);
    failSometimes();
    const block = `${mark(request)}\n\`\`\`repl\n${isChild ? cells.child : turn}\n\`\`\``;
    const text = `${block}\nThen I would say more.\n\`\`\`repl\nFINAL('no')\n\`\`\``;
    for (const piece of text.match(/[^]{1,400}/g) ?? []) {
      await wait(Math.random() * 3);
      yield piece;
    }
  }
  const model = (request: ModelRequest) => {
    model.calls += 1;
    return request.purpose === 'root' ? root(request) : reply(request);
  };
  model.calls = 0;
  return model;
}

/** A run of the workload. */
export function workOptions(model: CountedModel): RunRlmOptions {
  const kept = new Map<string, unknown>();
  const semaphore = createSemaphore(1);
  return {
    model,
    sandbox: quickjs(),
    context: 'a context of a few words',
    query: 'What is it all about?',
    limits: { maxTokens: 1_000_000, timeoutMs: 600_000 },
    retry: { attempts: 10, minDelayMs: 1 },
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
        semaphore.run(async () => (await wait(1), kept.get(key)), new AbortController().signal),
      setItem: (key, value: unknown) => kept.set(key, value),
    },
  };
}
