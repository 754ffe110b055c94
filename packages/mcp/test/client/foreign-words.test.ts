import { promiseSuite } from '@rlm/config/promise-suite';
import { runTask } from '@rlm/penguin-engine';
import { expect, it } from 'vitest';

import { mcpTools } from '../../src/index.js';

const promise = promiseSuite('words');

it('definitions: 256 of 1,400 keys, read and called', { timeout: 120_000 }, async () => {
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
  const name = 'definitions: 256 of 1,400 keys';
  await promise.run({ backend: 'mcp', name, memoryBytes: 64 * 1024 * 1024 }, async () => {
    const offered = await mcpTools(client, {
      maxAllDefinitionChars: 10_000_000,
    });
    expect(offered.tools).toHaveLength(256);
    let asked = 0;
    const call = { id: '', name: 'tool_7', arguments: {} };
    const model = () => ((asked += 1) <= 20 ? { text: '', toolCalls: [call] } : 'Done.');
    await runTask({ model, prompt: 'Go', tools: offered.tools, maxSteps: 21, approve: () => true })
      .result;
  });
});
