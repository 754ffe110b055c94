import {
  createServer,
  STATUS_CODES,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Duplex } from 'node:stream';

import { boundConnections } from '@rlm/repl-types/internal';

import type { Problem } from '../../api.js';

/** Allows nothing but what this server has itself, and no script or style inside a document. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The headers of every answer. */
const securityHeaders: Readonly<Record<string, string>> = Object.freeze({
  'Content-Security-Policy': contentSecurityPolicy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
});

/** Answers what could be read as a request. */
type Listener = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** How many connections there may be, and what each may do; `connections` are options of Node.js. */
export interface ConnectionLimits {
  readonly maxConnections: number;
  /** That are asked and not yet answered: a browser sends one after the other. */
  readonly requestsPerConnection: number;
  /** How long nothing may move on a connection. */
  readonly stuckConnectionMs: number;
  readonly connections: {
    readonly headersTimeout: number;
    readonly requestTimeout: number;
    readonly keepAliveTimeout: number;
    readonly maxHeaderSize: number;
    readonly connectionsCheckingInterval: number;
  };
}

/** A server whose every answer has the headers of security: also what Node.js refuses before anybody is asked. */
export function createHttpServer(answer: Listener, limits: ConnectionLimits): Server {
  const server = createServer(
    { ...limits.connections, requireHostHeader: false },
    (request, response) => {
      // It asked too much at once, and is closed.
      if (request.socket.destroyed) return;
      for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
      // One path can be written in several ways: only what says otherwise may be kept.
      response.setHeader('Cache-Control', 'no-store');
      void answer(request, response);
    },
  );
  server.setTimeout(limits.stuckConnectionMs);
  boundConnections(server, limits);
  server.on('checkExpectation', (_request, response) => {
    refuse(response.req.socket, 417, 'no expectation but 100-continue is met');
  });
  server.on('connect', (_request, socket) => {
    refuse(socket, 405, 'this server is not a proxy');
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    refuse(socket, statuses[error.code ?? ''] ?? 400, 'this request is not valid HTTP');
  });
  return server;
}

/** What Node.js says of requests that it cannot read. */
const statuses: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

function refuse(socket: Duplex, status: number, error: string): void {
  const problem: Problem = { error, code: 'invalid' };
  const body = JSON.stringify(problem);
  const headers = {
    ...securityHeaders,
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    'Cache-Control': 'no-store',
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`;
  socket.end(`${[head, ...lines].join('\r\n')}\r\n\r\n${body}`);
}
