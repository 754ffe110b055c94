import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

import { temporaryFolder } from './temporary-folder.js';

/** A server of Redis for the tests of one file. */
export interface RedisServer {
  readonly connection: { readonly host: string; readonly port: number };
  stop(): Promise<void>;
}

/** Why no server can be started; undefined where one can. */
export const noRedis: string | undefined =
  spawnSync('redis-server', ['--version']).status === 0
    ? undefined
    : 'redis-server is not installed';

const host = '127.0.0.1';

/** Starts a server on a free port of this machine, in a folder of its own; `more` are further arguments. */
export async function startRedis(more: readonly string[] = []): Promise<RedisServer> {
  const { folder, remove } = await temporaryFolder();
  const port = await freePort();
  const args = ['--appendonly', 'yes', '--maxmemory-policy', 'noeviction', '--save', ''];
  const place = ['--bind', host, '--port', String(port), '--dir', folder];
  const child = spawn('redis-server', [...args, ...place, ...more], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  for await (const text of child.stdout) if (String(text).includes('Ready to accept')) break;
  return {
    connection: { host, port },
    async stop() {
      child.kill('SIGKILL');
      await ended;
      await remove();
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
