import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Keeps the connections of a server within a number. One that asks nothing, or not yet, makes room for one that comes, the oldest
 * first: however many are opened and left alone, who asks is answered.
 */
export function boundConnections(server: Server, most: number): void {
  const all = new Set<Socket>();
  /** Those that ask nothing; a set keeps their order. */
  const silent = new Set<Socket>();
  server.on('connection', (socket) => {
    all.add(socket);
    silent.add(socket);
    socket.once('close', () => {
      all.delete(socket);
      silent.delete(socket);
    });
    if (all.size <= most) return;
    const [oldest] = silent;
    oldest?.destroy();
    // It has left, whenever it tells so.
    if (oldest === undefined) return;
    all.delete(oldest);
    silent.delete(oldest);
  });
  server.on('request', ({ socket }, response) => {
    silent.delete(socket);
    response.once('close', () => {
      if (all.has(socket)) silent.add(socket);
    });
  });
}
