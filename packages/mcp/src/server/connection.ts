import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import * as types from '@modelcontextprotocol/sdk/types.js';
import { awaitHook } from '@rlm/repl-types/internal';

import { joinRoots, type Roots } from './files/roots.js';
import type { McpServerOptions } from './options.js';
import type { Answering, Asking } from './runs/answer.js';
import { findKept, listKept, viewOf } from './runs/kept-runs.js';
import { askTool, resumeTool, runsTool } from './tools/definitions.js';
import {
  readAskArguments,
  readResumeArguments,
  readRunsArguments,
} from './tools/read-arguments.js';
import { dataResult, faultResult, type ToolResult } from './tools/tool-result.js';

/** How long a client may take to name its roots. */
const rootsTimeoutMs = 10_000;

/** The most runs that are listed as resources. */
const maxResources = 200;

const uriOf = (runId: string): string => `rlm://runs/${encodeURIComponent(runId)}`;

/** What a handler gets of a request beside its parameters. */
type Extra = RequestHandlerExtra<types.ServerRequest, types.ServerNotification>;
type Asker = Pick<Extra, 'signal' | 'sendRequest'>;

/** Makes the protocol's server for one client. */
export function createConnection(
  options: McpServerOptions,
  answering: Answering,
  version: string,
): McpServer['server'] {
  const { store, name = 'rlm' } = options;
  const { specs } = answering;
  const tools = store === undefined ? [askTool] : [askTool, resumeTool, runsTool];
  // Its inner server: the schemas of our tools are JSON Schema.
  const { server } = new McpServer(
    { name, version },
    {
      capabilities: {
        tools: {},
        resources: store === undefined ? undefined : {},
      },
      instructions:
        'Use the tool "ask" for questions about more text than fits your context: a repository, logs, documents.',
    },
  );

  // The lists do not change while a client is connected, which the SDK's class promises to report.
  server.registerCapabilities({ tools: { listChanged: false } });

  const findRoots = async ({ signal, sendRequest }: Asker): Promise<Roots> => {
    const isNamed = server.getClientCapabilities()?.roots !== undefined;
    if (!isNamed || options.ignoreClientRoots === true) {
      return joinRoots(options.roots ?? options.defaultRoots, undefined);
    }
    // As part of the client's own request: over HTTP, the client may listen to nothing else.
    const request = { method: 'roots/list' as const };
    const { roots } = await sendRequest(request, types.ListRootsResultSchema, {
      signal,
      timeout: rootsTimeoutMs,
    });
    return joinRoots(
      options.roots,
      roots.map(({ uri }) => uri),
    );
  };

  const askingOf = async (extra: Extra): Promise<Asking> => {
    const progressToken = extra._meta?.progressToken;
    return {
      roots: await findRoots(extra),
      abortSignal: extra.signal,
      onProgress: async (progress) => {
        if (progressToken === undefined || extra.signal.aborted) return;
        const params = { progressToken, ...progress };
        await extra.sendNotification({ method: 'notifications/progress', params });
      },
    };
  };

  const call = async (tool: string, given: unknown, extra: Extra): Promise<ToolResult> => {
    switch (tool) {
      case 'ask':
        return answering.ask(readAskArguments(given), await askingOf(extra));
      case 'resume':
        return answering.resume(readResumeArguments(given).runId, await askingOf(extra));
      default: {
        const wanted = readRunsArguments(given);
        const roots = await findRoots(extra);
        const runs = store === undefined ? [] : await listKept(store, specs, roots, wanted);
        return dataResult({ runs });
      }
    }
  };

  server.setRequestHandler(types.ListToolsRequestSchema, () => ({
    tools,
  }));
  server.setRequestHandler(types.CallToolRequestSchema, async ({ params }, extra) => {
    if (!tools.some((tool) => tool.name === params.name)) {
      throw new types.McpError(types.ErrorCode.InvalidParams, `There is no tool "${params.name}".`);
    }
    try {
      return await call(params.name, params.arguments, extra);
    } catch (error) {
      return faultResult(error);
    }
  });
  if (store === undefined) return server;

  server.setRequestHandler(types.ListResourcesRequestSchema, async (_request, extra) => {
    const roots = await findRoots(extra);
    const runs = await listKept(store, specs, roots, { limit: maxResources });
    return {
      resources: runs.map(({ runId, status, question, files }) => ({
        uri: uriOf(runId),
        name: runId,
        title: question.slice(0, 200),
        description: `A run that is ${status}, about ${files} files.`,
        mimeType: 'application/json',
      })),
    };
  });
  server.setRequestHandler(types.ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: [
      {
        uriTemplate: 'rlm://runs/{runId}',
        name: 'run',
        description: 'A kept run: its question, its files, the replies of its model, what it used.',
        mimeType: 'application/json',
      },
    ],
  }));
  server.setRequestHandler(types.ReadResourceRequestSchema, async ({ params }, extra) => {
    const [, id = ''] = /^rlm:\/\/runs\/([^/]+)$/.exec(params.uri) ?? [];
    const roots = await findRoots(extra);
    const run = await awaitHook(() => findKept(store, specs, roots, decoded(id)));
    const text = JSON.stringify(await viewOf(store, run), null, 1);
    return { contents: [{ uri: params.uri, mimeType: 'application/json', text }] };
  });
  return server;
}

function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}
