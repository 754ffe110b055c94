import { testPromises } from '@rlm/config/host-cases';
import { runTask } from '@rlm/penguin-engine';
import { describe, expect } from 'vitest';

import { mcpTools } from '../../src/index.js';

async function readDefinitions(): Promise<void> {
  const properties = Object.fromEntries(
    Array.from({ length: 1_400 }, (_, index) => [`k${index}`, {}]),
  );
  const tools = Array.from({ length: 256 }, (_, index) => ({
    name: `tool_${index}`,
    inputSchema: { type: 'object' as const, properties },
  }));
  const client = {
    listTools: () => Promise.resolve({ tools }),
    callTool: () => Promise.resolve({ content: [{ type: 'text' as const, text: 'ok' }] }),
  };
  const { tools: offered, refused } = await mcpTools(client);
  expect(offered.length).toBeGreaterThan(7);
  expect(offered.length + refused.length).toBe(256);
  let asked = 0;
  const call = { id: '', name: 'tool_7', arguments: {} };
  const model = () => {
    asked += 1;
    return asked <= 20 ? { text: `Call ${asked}.`, toolCalls: [call] } : 'Done.';
  };
  await runTask({
    model,
    prompt: 'Go',
    tools: offered,
    maxSteps: 21,
    approve: () => true,
  }).result;
  expect(asked).toBe(21);
}

describe('words of a server', () => {
  testPromises([
    {
      name: 'definitions of 256 tools with 1,400 keys each, read and called',
      memoryBytes: 64 * 1024 * 1024,
      run: readDefinitions,
    },
  ]);
});
