import { fileURLToPath } from 'node:url';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';

/** A client of the SDK, connected to a program that a package brings along. */
export async function connectProgram(name: string, args: readonly string[]): Promise<Client> {
  const program = new URL(
    `../../node_modules/@modelcontextprotocol/${name}/dist/index.js`,
    import.meta.url,
  );
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [fileURLToPath(program), ...args],
      stderr: 'ignore',
    }),
  );
  return client;
}

/** A tool as a test's server defines it, and what its call gives. */
export interface ServedTool {
  readonly name: string;
  readonly description?: string;
  readonly annotations?: Readonly<Record<string, unknown>>;
  readonly call?: (input: unknown, signal: AbortSignal) => unknown;
}

/** A client of the SDK, connected to a server in memory whose tools may change. */
export async function connectTools(
  tools: () => readonly ServedTool[],
): Promise<{ readonly client: Client; readonly called: string[] }> {
  const called: string[] = [];
  const { server } = new McpServer(
    { name: 'served', version: '1.0.0' },
    { capabilities: { tools: {} } },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools().map(({ call: _call, ...tool }) => ({
      inputSchema: { type: 'object' as const },
      ...tool,
    })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    called.push(params.name);
    const tool = tools().find(({ name }) => name === params.name);
    return (await tool?.call?.(params.arguments, signal)) as Record<string, unknown>;
  });
  const [one, other] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'test', version: '1.0.0' });
  await Promise.all([server.connect(one), client.connect(other)]);
  return { client, called };
}

/** A result with a text. */
export const text = (said: string): object => ({ content: [{ type: 'text', text: said }] });
