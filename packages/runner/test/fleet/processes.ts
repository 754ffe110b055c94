import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { bundleScript } from '@rlm/config/bundle';

const root = fileURLToPath(new URL('../../', import.meta.url));
const source = fileURLToPath(new URL('fleet-child.ts', import.meta.url));

/** A process that is started again whenever it ends. */
interface Member {
  signal(name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void;
}

/** The processes of a fleet. */
export interface Fleet {
  readonly members: readonly Member[];
  /** How often a process was started. */
  readonly starts: number;
  stop(): Promise<void>;
}

/** Starts processes that reach Redis at a port. Each is started again when it ends. */
export async function startFleet(port: number, size: number): Promise<Fleet> {
  const script = await bundleScript(source, { root, external: ['bullmq', 'ioredis'] });
  let isOver = false;
  let starts = 0;
  const children: (ChildProcess | undefined)[] = [];

  const keepAlive = async (index: number): Promise<void> => {
    while (!isOver) {
      starts += 1;
      const args = [script, String(port), String(starts)];
      const child = spawn(process.execPath, args, { stdio: 'ignore' });
      children[index] = child;
      await once(child, 'exit');
      await pause(300);
    }
  };
  const indexes = Array.from({ length: size }, (_, index) => index);
  const running = indexes.map(keepAlive);
  const members = indexes.map((index) => ({
    signal: (name: NodeJS.Signals): void => void children[index]?.kill(name),
  }));
  return {
    members,
    get starts() {
      return starts;
    },
    async stop() {
      isOver = true;
      for (const member of members) member.signal('SIGKILL');
      await Promise.all(running);
    },
  };
}
