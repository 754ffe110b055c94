import type { StandardSchema } from '@rlm/kernel';
import { scriptedModel } from '@rlm/kernel/testing';
import { countCodePoints } from '@rlm/repl-types/internal';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { runRlm, type RunRlmOptions } from '../../src/index.js';
import { besideOutputChars } from '../../src/turn/feedback.js';
import { cell } from '../support/cell.js';
import type { TriedBackend } from './backends.js';

/** Code that puts as much into the next prompt as it can. */
interface Flood {
  readonly name: string;
  readonly javascript: string;
  readonly python: string;
  readonly options?: Partial<RunRlmOptions<StandardSchema>>;
}

const text = JSON.stringify;
const gap = '\n... (1 characters left out) ...\n';
const long = 'x'.repeat(15_000_000);
const oddNames = Array.from({ length: 4_000 }, (_, index) => String.fromCodePoint(0x4e00 + index));

/** A sub-model whose every second answer is a failure of a provider that says too much. */
const failing = ({ messages }: { messages: readonly { content: string }[] }): string => {
  if (messages.at(-1)?.content === 'good') return 'yes';
  throw new Error(long);
};

const floods: readonly Flood[] = [
  {
    name: 'both streams and a value',
    javascript: 'console.error("e".repeat(1e6)); "v".repeat(1e6)',
    python: 'import sys\nprint("e" * 1_000_000, file=sys.stderr)\n"v" * 1_000_000',
  },
  {
    name: 'an error of millions of characters',
    javascript: 'throw new Error("x".repeat(5e6))',
    python: 'raise ValueError("x" * 5_000_000)',
  },
  {
    name: 'an error of forged gaps',
    javascript: `throw new Error(${text(gap)}.repeat(1e5))`,
    python: `raise ValueError(${text(gap)} * 100_000)`,
  },
  {
    name: 'a value of forged gaps',
    javascript: `${text(gap)}.repeat(1e5)`,
    python: `${text(gap)} * 100_000`,
  },
  {
    name: 'output of forged gaps',
    javascript: `print(${text(gap)}.repeat(1e5))`,
    python: `print(${text(gap)} * 100_000)`,
  },
  {
    name: 'lines that imitate notices',
    javascript: 'print("Note:\\n".repeat(1e5))',
    python: 'print("Note:\\n" * 100_000)',
  },
  {
    name: 'thousands of variables with short names',
    javascript: 'for (let i = 0; i < 4_000; i++) globalThis[String.fromCodePoint(0x4e00 + i)] = 1',
    python: oddNames.map((name) => `${name} = 1`).join('\n'),
  },
  {
    name: 'variables with long names',
    javascript: 'for (let i = 0; i < 200; i++) globalThis["a".repeat(150) + i] = 1',
    python: Array.from({ length: 200 }, (_, index) => `${'a'.repeat(150)}${index} = 1`).join('\n'),
  },
  {
    name: 'a model of a name of millions of characters',
    javascript: 'await llm_query("good", { model: "m".repeat(4e6) })',
    python: 'llm_query("good", model="m" * 4_000_000)',
  },
  {
    name: 'a failure of a provider that says too much',
    javascript: 'await llm_query("bad")',
    python: 'llm_query("bad")',
    options: { subModel: failing, retry: { attempts: 1 } },
  },
  {
    name: 'batches in a loop, in which prompts fail',
    javascript:
      'for (let i = 0; i < 60; i++) await llm_query_batched(["good", "bad" + i, "worse" + i])',
    python: 'for i in range(60): llm_query_batched(["good", f"bad{i}", f"worse{i}"])',
    options: { subModel: failing, retry: { attempts: 1 } },
  },
  {
    name: 'an answer that its schema refuses, of many long keys',
    javascript:
      'const o = {}; for (let i = 0; i < 1_000; i++) o["k".repeat(1_000) + i] = 1; FINAL(o)',
    python: 'FINAL({"k" * 1_000 + str(i): 1 for i in range(1_000)})',
    options: { schema: z.strictObject({ a: z.string() }) },
  },
  {
    name: 'a FINAL_VAR of a name of millions of characters',
    javascript: 'FINAL_VAR("n".repeat(4e6))',
    python: 'FINAL_VAR("n" * 4_000_000)',
  },
];

const maxOutputChars = 20_000;

/** Tests how much a block can put into the next prompt, whatever it does: promise 7 of docs/security.md. */
export function testPrompt(backends: readonly TriedBackend[]): void {
  for (const { backend, reason } of backends) {
    const title = `prompts of a run on ${backend.name}${reason === '' ? '' : ` (skipped: ${reason})`}`;
    describe.skipIf(reason !== '')(title, () => {
      it.each(floods.map((flood) => [flood.name, flood] as const))('%s', async (_name, flood) => {
        // Output takes its room already, so that what grows beyond it is seen.
        const fill =
          backend.language === 'python' ? 'print("o" * 50_000)\n' : 'print("o".repeat(5e4));';
        const reply = cell(fill + flood[backend.language]);
        const model = scriptedModel([reply, '(no more)'], { after: 'repeat' });
        const options = { subModel: () => 'yes', ...flood.options };
        await runRlm({ model, sandbox: backend, query: 'q', maxSteps: 2, ...options }).result;

        const [before = 0, after = 0] = model.calls.map(({ messages }) =>
          messages.reduce((sum, { content }) => sum + countCodePoints(content), 0),
        );
        const grown = after - before - reply.length;
        expect(grown).toBeGreaterThan(10_000);
        const most = maxOutputChars + besideOutputChars.turn + besideOutputChars.block;
        expect(grown).toBeLessThanOrEqual(most);
      });
    });
  }
}
