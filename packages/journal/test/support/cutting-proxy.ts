import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A proxy before a Redis that can lose a reply: what was sent has been done, and its sender does not hear of it. */
export interface CuttingProxy {
  readonly connection: { readonly host: string; readonly port: number };
  /** Cuts the connection that next sends what holds this text, when the reply to it comes, instead of passing that on. */
  cutReplyTo(text: string): void;
  /** How many replies were lost. */
  readonly cuts: number;
  close(): Promise<void>;
}

/** Starts a proxy before the server at a port of this machine. */
export async function startCuttingProxy(port: number): Promise<CuttingProxy> {
  const host = '127.0.0.1';
  const sockets = new Set<Socket>();
  let cutAt: string | undefined;
  let cuts = 0;
  const server = createServer((client) => {
    const target = connect(port, host);
    let isCut = false;
    for (const socket of [client, target]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        target.destroy();
      });
    }
    client.on('data', (bytes) => {
      if (cutAt !== undefined && bytes.includes(cutAt)) {
        cutAt = undefined;
        isCut = true;
      }
      target.write(bytes);
    });
    target.on('data', (bytes) => {
      if (!isCut) {
        client.write(bytes);
        return;
      }
      cuts += 1;
      client.destroy();
    });
  });
  server.listen(0, host);
  await once(server, 'listening');
  return {
    connection: { host, port: (server.address() as AddressInfo).port },
    cutReplyTo(text) {
      cutAt = text;
    },
    get cuts() {
      return cuts;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
