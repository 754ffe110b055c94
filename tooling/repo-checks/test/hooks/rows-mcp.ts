import { memoryStore } from '@rlm/journal';
import { scriptedModel } from '@rlm/kernel/testing';
import { mcpTools, type McpClient, type McpToolsOptions } from '@rlm/mcp';
import { createMcpServer, type McpServerOptions } from '@rlm/mcp/server';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
// Loaded here, before a row measures a wait.
import '@modelcontextprotocol/sdk/server/mcp.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { executeAction } from '@rlm/penguin-engine';
import { scripted } from '@rlm/sandbox/scripted';

import { silence } from './runs.js';
import type { Row, Rows } from './row.js';

const tool = { name: 'act', inputSchema: { type: 'object' } };
const client: McpClient = {
  listTools: () => Promise.resolve({ tools: [tool] }),
  callTool: () => Promise.resolve({ content: [] }),
};

/** Calls the tool of a client. */
async function call(given: McpClient, options: McpToolsOptions): Promise<unknown> {
  const { tools, refused } = await mcpTools(given, { timeoutMs: 50, ...options });
  const action = { id: '1', name: 'act', arguments: '{}' };
  return [refused, await executeAction(action, { tools, approve: () => true })];
}

/** Asks a server in memory, and lists its runs. */
async function ask(options: Partial<McpServerOptions>): Promise<unknown> {
  const run = { model: scriptedModel(['FINAL(1)']), sandbox: scripted([]) };
  const server = createMcpServer({ run, roots: ['test/hooks'], ...options });
  const [one, other] = InMemoryTransport.createLinkedPair();
  const asking = new Client({ name: 'test', version: '1.0.0' });
  await Promise.all([server.connect(one), asking.connect(other)]);
  try {
    const given = { question: 'What?', paths: ['row.ts'] };
    return [
      await asking.callTool({ name: 'ask', arguments: given }),
      options.store && (await asking.callTool({ name: 'runs', arguments: {} })),
    ];
  } finally {
    await server.close();
  }
}

/** Whoever gives such a function waits for it: the wait has no limit. */
const silent = { 'never settles': /silence/ };

const row = (run: Row['run']): Row => ({
  answer: 'late',
  run: (hook) => Promise.race([run(hook), silence()]),
  seen: silent,
});

const sdk = 'the SDK of the protocol calls it, and answers for it';

export const mcpRows: Rows = {
  'McpClient.callTool': {
    answer: 'late',
    run: (hook) => call({ ...client, callTool: hook }, { approve: false }),
  },
  'McpClient.listTools': {
    answer: 'late',
    run: (hook) => call({ ...client, listTools: hook }, {}),
  },
  'McpServerOptions.run': row((hook) => ask({ run: hook })),
  'McpSpecs.read': row((hook) =>
    ask({ store: memoryStore(), specs: { write: () => ({}), read: hook } }),
  ),
  'McpSpecs.write': row((hook) =>
    ask({ store: memoryStore(), specs: { write: hook, read: () => undefined } }),
  ),
  'McpToolsOptions.approve': row((hook) => call(client, { approve: hook })),
  'McpToolsOptions.approveDefinition': row((hook) =>
    call(client, { pins: {}, approveDefinition: hook }),
  ),
  'McpTransport.close': sdk,
  'McpTransport.send': sdk,
  'McpTransport.start': sdk,
};
