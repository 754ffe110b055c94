/** What is used of a connection: programs that import this without the types of Node.js still compile. */
interface Connection {
  once(event: 'close', listener: () => void): unknown;
  destroy(): unknown;
}

/** What is used of a server of `node:http`. */
interface BoundedServer {
  on(event: 'connection', listener: (socket: Connection) => void): unknown;
  prependListener(
    event: 'request',
    listener: (
      request: { readonly socket: Connection },
      response: { once(event: 'close', listener: () => void): unknown },
    ) => void,
  ): unknown;
}

/** How many connections a server has, and what each may do. */
export interface ConnectionBounds {
  readonly maxConnections: number;
  /** Requests that are not answered yet. */
  readonly requestsPerConnection: number;
}

/**
 * Keeps the connections of a server within a number. One that asks nothing, or not yet, makes room for one that comes, the oldest
 * first: however many are opened and left alone, who asks is answered. One that asks much before it takes an answer is closed.
 */
export function boundConnections(
  server: BoundedServer,
  { maxConnections, requestsPerConnection }: ConnectionBounds,
): void {
  const all = new Set<Connection>();
  /** Those that ask nothing; a set keeps their order. */
  const silent = new Set<Connection>();
  server.on('connection', (socket) => {
    all.add(socket);
    silent.add(socket);
    socket.once('close', () => {
      all.delete(socket);
      silent.delete(socket);
    });
    if (all.size <= maxConnections) return;
    const [oldest] = silent;
    oldest?.destroy();
    // It has left, whenever it tells so.
    if (oldest === undefined) return;
    all.delete(oldest);
    silent.delete(oldest);
  });
  /** How many requests of a connection are not answered yet. */
  const open = new WeakMap<Connection, number>();
  // Before anybody answers.
  server.prependListener('request', ({ socket }, response) => {
    silent.delete(socket);
    const count = (open.get(socket) ?? 0) + 1;
    open.set(socket, count);
    if (count > requestsPerConnection) socket.destroy();
    response.once('close', () => {
      const left = (open.get(socket) ?? 1) - 1;
      open.set(socket, left);
      if (left === 0 && all.has(socket)) silent.add(socket);
    });
  });
}
