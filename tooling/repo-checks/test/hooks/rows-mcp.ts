import { memoryStore } from '@rlm/journal';
import { scriptedModel } from '@rlm/kernel/testing';
import { mcpTools, type McpClient, type McpToolsOptions } from '@rlm/mcp';
import { createMcpServer, type McpServerOptions, type McpTransport } from '@rlm/mcp/server';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
// Loaded here, before a row measures a wait.
import '@modelcontextprotocol/sdk/server/mcp.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { executeAction } from '@rlm/penguin-engine';
import { scripted } from '@rlm/sandbox/scripted';

import { silence } from './runs.js';
import { faults, nextTurn, type Row, type Rows } from './row.js';

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

/** Connects a client over a transport of the caller, has it ask once, and closes the server. */
async function connect(parts: Partial<McpTransport>): Promise<unknown> {
  const run = { model: scriptedModel([]), sandbox: scripted([]) };
  const server = createMcpServer({ run, roots: ['test/hooks'] });
  const transport: McpTransport & { onmessage?: (message: object) => void } = {
    start: () => Promise.resolve(),
    send: () => Promise.resolve(),
    close: () => Promise.resolve(),
    ...parts,
  };
  await server.connect(transport);
  transport.onmessage?.({ jsonrpc: '2.0', id: 1, method: 'ping' });
  await nextTurn();
  await nextTurn();
  await server.close();
  return 'closed';
}

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
  'McpTransport.close': {
    ...row((hook) => connect({ close: hook })),
    seen: { 'gives a promise': /closed/, 'never settles': /silence/ },
  },
  'McpTransport.send': {
    answer: 'told',
    run: (hook) => connect({ send: hook }),
    // A client that cannot be reached is gone: there is nobody to report to.
    seen: Object.fromEntries(Object.keys(faults).map((fault) => [fault, /closed/])),
  },
  'McpTransport.start': row((hook) => connect({ start: hook })),
};
