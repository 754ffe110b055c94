import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What escaping code would reach: a file, a port, a variable of the environment. */
export interface Bait {
  readonly secretFile: string;
  /** How often somebody connected to the port. */
  readonly connections: () => number;
  /** An attempt that says when it begins and when it has come to its end. */
  readonly tell: (code: string) => string;
  readonly remove: () => void;
}

/** Lays the bait. */
export async function layBait(): Promise<Bait> {
  const folder = mkdtempSync(join(tmpdir(), 'rlm-bait-'));
  const secretFile = join(folder, 'secret.txt');
  writeFileSync(secretFile, 'HOSTSECRET');
  process.env['SECRET_TOKEN'] = 'HOSTSECRET';
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.on('error', () => undefined);
    socket.end('HTTP/1.1 204 No Content\r\n\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('expected a port');
  const { port } = address;
  return {
    secretFile,
    connections: () => connections,
    tell: (code) =>
      `print("began"); var SECRET_FILE = ${JSON.stringify(secretFile)}, PORT = ${port};\n${code}\n;print("ended")`,
    remove() {
      server.close();
      delete process.env['SECRET_TOKEN'];
      rmSync(folder, { recursive: true });
    },
  };
}
