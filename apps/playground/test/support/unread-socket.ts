import { connect, type Socket } from 'node:net';

import type { TestServer } from './serve-client.js';

/** A connection that is not read. */
export function openUnread({ port }: TestServer, text: string): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.pause();
  socket.write(text);
  return socket;
}

/** The head of a request; what it is called by is the client's own. */
export const head = (
  { port, token }: TestServer,
  client: string,
  ...lines: readonly string[]
): string =>
  [...lines, `Host: 127.0.0.1:${port}`, `Authorization: Bearer ${token}.${client}`, '\r\n'].join(
    '\r\n',
  );
