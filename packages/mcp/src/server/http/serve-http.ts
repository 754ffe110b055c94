import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { boundConnections } from '@rlm/repl-types/internal';

import type { McpTransport } from '../transport.js';
import { hostnameOf, mcpPath, refusalOf, type Refusal } from './guard.js';
import type { McpHttpOptions } from './http-options.js';
import { readMessage } from './read-message.js';

/** A server that listens. */
export interface McpHttpServer {
  /** The address for clients: `http://127.0.0.1:7341/mcp`. */
  readonly url: string;
  /** What each request must carry: `Authorization: Bearer <token>`. */
  readonly token: string;
  /** Ends all sessions, and listens no more. */
  close(): Promise<void>;
}

/** A client. */
interface Session {
  readonly transport: StreamableHTTPServerTransport;
  /** When its last request came. */
  usedAt: number;
  /** Responses that are not ended. */
  open: number;
}

const loopback = ['127.0.0.1', 'localhost', '[::1]'];

/** How often silent clients are looked for. */
const sweepMs = 30_000;

/** What connections may do, with or without the token: times are of Node.js, in milliseconds. */
const connections = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 5_000,
  maxHeaderSize: 16_384,
  connectionsCheckingInterval: 5_000,
};
const bounds = { maxConnections: 200, requestsPerConnection: 16 };

/** Serves clients over streamable HTTP; `connect` makes the protocol's server of each. */
export async function serveHttp(
  options: McpHttpOptions,
  connect: (transport: McpTransport) => Promise<unknown>,
): Promise<McpHttpServer> {
  const { port = 7341, host = '127.0.0.1', maxSessions = 32 } = options;
  const { sessionTimeoutMs = 1_800_000, token = randomBytes(24).toString('hex') } = options;
  const names = [host, ...loopback, ...(options.allowedHosts ?? [])];
  const rules = {
    token,
    hosts: new Set(
      names.map((name) =>
        hostnameOf(name.includes(':') && !name.startsWith('[') ? `[${name}]` : name),
      ),
    ),
    origins: new Set(options.allowedOrigins),
  };
  const sessions = new Map<string, Session>();
  /** Clients that have connected, and are not known by an id yet. */
  let starting = 0;

  const openSession = async (): Promise<Session> => {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => {
        sessions.set(id, session);
      },
    });
    const session: Session = { transport, usedAt: Date.now(), open: 0 };
    await connect(transport);
    const { onclose } = transport;
    transport.onclose = () => {
      onclose?.();
      if (transport.sessionId !== undefined) sessions.delete(transport.sessionId);
    };
    return session;
  };

  const pass = async (
    session: Session,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> => {
    session.usedAt = Date.now();
    session.open += 1;
    response.once('close', () => {
      session.open -= 1;
      session.usedAt = Date.now();
    });
    if (request.method !== 'POST') {
      await session.transport.handleRequest(request, response);
      return;
    }
    const message = await readMessage(request);
    if ('read' in message) await session.transport.handleRequest(request, response, message.read);
    else refuse(response, message);
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const refusal = refusalOf(request, rules);
    if (refusal !== undefined) {
      refuse(response, refusal);
      return;
    }
    const id = request.headers['mcp-session-id'];
    if (typeof id !== 'string' && request.method !== 'POST') {
      refuse(response, { status: 400, message: 'A session is needed (Mcp-Session-Id).' });
      return;
    }
    if (typeof id === 'string') {
      const session = sessions.get(id);
      if (session !== undefined) return pass(session, request, response);
      refuse(response, { status: 404, message: 'There is no such session. Connect again.' });
      return;
    }
    if (sessions.size + starting >= maxSessions) {
      const message = `${maxSessions} clients are connected, which is the limit.`;
      refuse(response, { status: 503, message });
      return;
    }
    starting += 1;
    try {
      const session = await openSession();
      await pass(session, request, response);
      // A first request that did not begin a session leaves nothing behind.
      if (session.transport.sessionId === undefined) await session.transport.close();
    } finally {
      starting -= 1;
    }
  };

  const server = createServer(connections, (request, response) => {
    handle(request, response).catch(() => {
      if (!response.headersSent) refuse(response, { status: 500, message: 'The server failed.' });
      else response.end();
    });
  });
  boundConnections(server, bounds);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const sweep = setInterval(
    () => {
      for (const { transport, usedAt, open } of sessions.values()) {
        if (open === 0 && Date.now() - usedAt > sessionTimeoutMs) void transport.close();
      }
    },
    Math.min(sweepMs, sessionTimeoutMs),
  );
  sweep.unref();
  const bound = server.address() as AddressInfo;
  const shown = bound.family === 'IPv6' ? `[${bound.address}]` : bound.address;
  return Object.freeze<McpHttpServer>({
    url: `http://${shown}:${bound.port}${mcpPath}`,
    token,
    async close() {
      clearInterval(sweep);
      await Promise.all([...sessions.values()].map(({ transport }) => transport.close()));
      await new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      });
    },
  });
}

/** Answers as the protocol does: an error of JSON-RPC without an id. */
function refuse(response: ServerResponse, { status, message, headers = {} }: Refusal): void {
  if (response.destroyed) return;
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null }));
}
