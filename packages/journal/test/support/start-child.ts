import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { bundleScript } from '@rlm/config/bundle';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** A script of this folder in a process of its own. */
export interface Child {
  readonly process: ChildProcess;
  /** What it says next; `ended` where it says no more. */
  line(): Promise<string>;
  /** Kills it and waits until it is gone. */
  kill(): Promise<void>;
}

/** Starts a script, by the program that is given, or by this Node.js. */
export async function startChild(
  file: string,
  args: readonly string[],
  program: readonly string[] = [],
): Promise<Child> {
  const source = fileURLToPath(new URL(file, import.meta.url));
  const script = await bundleScript(source, { root, external: ['bullmq', 'ioredis', 'libsql'] });
  const [command = '', ...rest] = [...program, process.execPath, script, ...args];
  const child = spawn(command, rest, { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    process: child,
    async line() {
      const next = await lines.next();
      return next.done === true ? 'ended' : next.value;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
