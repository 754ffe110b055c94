import { testHooks } from '@rlm/config/hooks-suite';
import { memoryStore } from '@rlm/journal';
import { executeAction } from '@rlm/penguin-engine';
import { scriptedModel } from '@rlm/kernel/testing';
import { scripted } from '@rlm/sandbox/scripted';

import { mcpTools, type McpClient, type McpToolsOptions } from '../src/index.js';
import type { McpServerOptions } from '../src/server/index.js';
import { connectServer, folderOf } from './support/serve.js';

const client: McpClient = {
  listTools: () => Promise.resolve({ tools: [{ name: 'act', inputSchema: { type: 'object' } }] }),
  callTool: () => Promise.resolve({ content: [] }),
};

/** Calls the tool of a client. */
async function call(given: Partial<McpClient>, options?: McpToolsOptions): Promise<unknown> {
  const { tools, refused } = await mcpTools({ ...client, ...given }, options);
  const action = { id: '1', name: 'act', arguments: '{}' };
  return [refused, await executeAction(action, { tools, approve: () => true })];
}

/** Asks a server in memory, and lists its runs. */
async function ask(options: Partial<McpServerOptions>): Promise<unknown> {
  const run = { model: scriptedModel(['FINAL(1)']), sandbox: scripted([]) };
  const roots = [await folderOf({ 'a.txt': 'one' })];
  const asking = await connectServer({ run, roots, store: memoryStore(), ...options });
  const given = { question: 'What?', paths: ['a.txt'] };
  return [
    await asking.callTool({ name: 'ask', arguments: given }),
    await asking.callTool({ name: 'runs', arguments: {} }),
  ];
}

testHooks({
  awaited: {
    'McpClient.listTools': (listTools) => call({ listTools }),
    'McpClient.callTool': (callTool) => call({ callTool }),
    'McpToolsOptions.approve': (approve) => call({}, { approve }),
    'McpToolsOptions.approveDefinition': (approveDefinition) =>
      call({}, { pins: {}, approveDefinition }),
    'McpServerOptions.run': (run) => ask({ run }),
    'McpSpecs.read': (read) => ask({ specs: { write: () => ({}), read } }),
    'McpSpecs.write': (write) => ask({ specs: { write, read: () => undefined } }),
  },
});
