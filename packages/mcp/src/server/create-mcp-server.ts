import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { checkOptions, required } from '@rlm/repl-types/options';
import { checkOption, mismatch, refuseOption, withMethods } from '@rlm/repl-types/internal';

import { version } from '../version.js';
import { createConnection } from './connection.js';
import { httpRules, type McpHttpOptions } from './http/http-options.js';
import { serveHttp, type McpHttpServer } from './http/serve-http.js';
import { serverRules, type McpServerOptions } from './options.js';
import { createAnswering } from './runs/answer.js';
import { safeTransport, type McpTransport } from './transport.js';

/** Offers runs to clients of MCP, such as coding agents. */
export interface RlmMcpServer {
  /** Connects one client over a transport of `@modelcontextprotocol/sdk`. Resolves when both ends are ready. */
  connect(transport: McpTransport): Promise<void>;
  /** Serves the client that started this process, over its stdin and stdout. Resolves when the client is gone. */
  serveStdio(): Promise<void>;
  /** Serves clients over streamable HTTP, each with a token. It needs the option `roots`. */
  serveHttp(options?: McpHttpOptions): Promise<McpHttpServer>;
  /** Ends all connections: runs that are under way are aborted, and those that are kept can be resumed. */
  close(): Promise<void>;
}

/**
 * Makes an MCP server whose tool `ask` answers questions about files by `runRlm`. With a `store`, its tools
 * `resume` and `runs` and its resources `rlm://runs/{runId}` show what is kept.
 *
 * - Clients read only files below `roots`, and below the roots that they name themselves. Links out of them are not followed
 * - The limits of `run` hold for each run, its `budget` for all together. A client may lower them
 * - A cancelled request aborts its run
 *
 * @throws InvalidOptionError For a wrong option
 *
 * @example
 * const server = createMcpServer({ run: { model, sandbox: quickjs(), limits }, roots: ['./docs'] });
 * await server.serveStdio();
 */
export function createMcpServer(options: McpServerOptions): RlmMcpServer {
  checkOptions(options, required(serverRules()), refuseOption);
  if (options.ignoreClientRoots === true && options.roots === undefined) {
    throw refuseOption(mismatch('roots', 'folders, since ignoreClientRoots is set', 'undefined'));
  }
  const answering = createAnswering(options);
  const open = new Set<{ close(): Promise<void> }>();

  const join = async (transport: McpTransport): Promise<{ close(): Promise<void> }> => {
    const connection = createConnection(options, answering, version);
    open.add(connection);
    connection.onclose = () => {
      open.delete(connection);
    };
    await connection.connect(transport);
    return connection;
  };

  return Object.freeze<RlmMcpServer>({
    async connect(transport: McpTransport) {
      checkOption('transport', transport, required(transportRule), refuseOption);
      await join(safeTransport(transport));
    },

    async serveStdio() {
      let end: () => void = () => undefined;
      const gone = new Promise<void>((resolve) => {
        end = resolve;
      });
      const connection = await join(openStdio(end));
      await gone;
      await connection.close();
    },

    async serveHttp(given: McpHttpOptions = {}) {
      checkOptions(given, httpRules(), refuseOption);
      if (options.roots === undefined) {
        throw refuseOption(
          mismatch('roots', 'folders, since clients over HTTP must not choose them', 'undefined'),
        );
      }
      const { host = '127.0.0.1', token } = given;
      if (token === undefined && !['127.0.0.1', '::1', 'localhost'].includes(host)) {
        throw refuseOption(
          mismatch('token', `a text, since ${host} is reached from other machines`, 'undefined'),
        );
      }
      const server = await serveHttp(given, join);
      open.add(server);
      return server;
    },

    async close() {
      await Promise.all([...open].map((each) => each.close()));
      open.clear();
    },
  });
}

const transportRule = withMethods('a transport of the MCP SDK', ['start', 'send', 'close']);

/** Opens the transport over the streams of this process, and calls `onGone` when the client has closed its end. */
function openStdio(onGone: () => void): McpTransport {
  const { stdin, stdout } = process;
  // The SDK's transport does not listen for the end.
  stdin.once('end', onGone);
  stdin.once('close', onGone);
  stdout.once('error', onGone);
  const transport = new StdioServerTransport(stdin, stdout);
  // It closes itself if a message is too long.
  transport.onclose = onGone;
  return transport;
}
