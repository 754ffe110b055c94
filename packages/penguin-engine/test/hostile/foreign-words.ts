import type { HostCase } from '@rlm/config/host-cases';
import type { ModelFunction, ModelReply } from '@rlm/kernel/model';
import { expect } from 'vitest';

import { defineTool, runResponse, runTask } from '../../src/index.js';

const memoryBytes = 64 * 1024 * 1024;

/** A reply of so many native calls. */
function callsOf(name: string, id: string, given: unknown): ModelReply {
  const call = { id, name, arguments: given };
  return { text: '', toolCalls: Array.from({ length: 100_000 }, () => call) };
}

const replies: readonly (readonly [name: string, reply: ModelReply])[] = [
  ['native calls: 100,000 of a tool', callsOf('count', '', {})],
  ['native calls: 100,000 of no tool', callsOf('nothing', '', {})],
  ['native calls: 100,000 with one id', callsOf('count', 'one', '{}')],
  ['native calls: 100,000 with arguments that are cut', callsOf('count', '', '{"a":')],
  ['native calls: long names', callsOf('n'.repeat(10_000), '', {})],
];

/** Lines that begin what an engine reads: finals, brackets, tags, calls as JSON, fences. */
const lines: readonly string[] = [
  'FINAL(a)',
  'FINAL((',
  'FINAL("',
  '(',
  '<finish_task>',
  '<tool_call>{"name":"count"}</tool_call>',
  '{"name":',
  '[TOOL_CALLS]',
  '```json',
];

/** A reply of a megabyte, the most that is read without a raised limit. */
const longReplies = lines.map((line): readonly [name: string, reply: string] => [
  `long reply: lines of ${line}`,
  `${line}\n`.repeat(Math.floor(1_000_000 / (line.length + 1))),
]);

/** A case for each kind of word that a loop reads of a model. */
export const foreignWords: readonly HostCase[] = [runResponse, runTask].flatMap((run) =>
  [...replies, ...longReplies].map(([name, reply]) => ({
    name: `${run.name}: ${name}`,
    memoryBytes,
    async run() {
      const tool = defineTool({ name: 'count', description: 'Counts', execute: () => 1 });
      let asked = 0;
      const model: ModelFunction = () => ((asked += 1) === 1 ? reply : 'That is all.');
      const result = await run({ model, prompt: 'Go', tools: [tool], maxSteps: 2 }).result;
      expect(result.actionResults.length).toBeLessThanOrEqual(100);
    },
  })),
);
