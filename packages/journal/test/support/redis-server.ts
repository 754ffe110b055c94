import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

import { temporaryFolder } from './temporary-folder.js';

/** A server of Redis for the tests of one file. */
export interface RedisServer {
  readonly connection: { readonly host: string; readonly port: number };
  /** Stops the process, or lets it go on. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void;
  /** Kills it, and starts it again with what it had written. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Kills it, and removes what it had written. */
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
  const spawnServer = async (): Promise<ChildProcess> => {
    const child = spawn('redis-server', [...args, ...place, ...more], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    for await (const text of child.stdout) if (String(text).includes('Ready to accept')) break;
    return child;
  };
  let child = await spawnServer();
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  return {
    connection: { host, port },
    signal: (name) => void child.kill(name),
    kill,
    async start() {
      child = await spawnServer();
    },
    async stop() {
      await kill();
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
