import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server on this machine that answers as the handler says. */
export interface LoopbackServer {
  readonly baseUrl: string;
  close(): Promise<void>;
}

/** Starts a server; a handler that is undefined never answers. */
export async function startServer(
  handler: ((request: IncomingMessage, response: ServerResponse) => void) | undefined,
): Promise<LoopbackServer> {
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

/** Answers every request with this text. */
export const answering =
  (status: number, body: string) =>
  (_request: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(body);
  };
