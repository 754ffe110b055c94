import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { onTestFinished } from 'vitest';

import { createMcpServer, type McpServerOptions } from '../../src/server/index.js';

/** A folder with files, until the test is over. */
export async function folderOf(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'rlm-mcp-')));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}

/** A client of the SDK that names these roots, or has none. */
export function clientWith(roots?: readonly string[]): Client {
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    { capabilities: roots === undefined ? {} : { roots: {} } },
  );
  if (roots !== undefined) {
    client.setRequestHandler(ListRootsRequestSchema, () => ({
      roots: roots.map((path) => ({ uri: pathToFileURL(path).href })),
    }));
  }
  return client;
}

/** A client of the SDK that is connected to a server in memory, until the test is over. */
export async function connectServer(
  options: McpServerOptions,
  roots?: readonly string[],
): Promise<Client> {
  const server = createMcpServer(options);
  const [one, other] = InMemoryTransport.createLinkedPair();
  const client = clientWith(roots);
  await Promise.all([server.connect(one), client.connect(other)]);
  onTestFinished(() => server.close());
  return client;
}

/** What a tool gave. */
export interface Given {
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>> | undefined;
  readonly isError: boolean;
  readonly code: string | undefined;
}

/** Reads the result of `client.callTool`. */
export function read(result: unknown): Given {
  const { content, structuredContent, isError, _meta } = result as {
    readonly content: readonly { readonly text: string }[];
    readonly structuredContent?: Readonly<Record<string, unknown>>;
    readonly isError?: boolean;
    readonly _meta?: { readonly 'rlm/error'?: { readonly code: string } };
  };
  return {
    text: content.map(({ text }) => text).join('\n'),
    data: structuredContent,
    isError: isError === true,
    code: _meta?.['rlm/error']?.code,
  };
}

/** A promise, and what resolves it. */
export function later<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
