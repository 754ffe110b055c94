import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { bundleScript } from '@rlm/config/bundle';

import { pause } from './work.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const source = fileURLToPath(new URL('fleet-child.ts', import.meta.url));
const external = ['bullmq', 'ioredis', 'libsql', 'quickjs-wasi'];

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

/** Starts processes that reach Redis at a port, each of which is started again when it ends. */
export async function startFleet(port: number, size: number): Promise<Fleet> {
  const script = await bundleScript(source, { root, external });
  let isOver = false;
  let starts = 0;
  const running = new Set<Promise<void>>();

  const keep = (): Member => {
    let child: ChildProcess | undefined;
    const live = async (): Promise<void> => {
      while (!isOver) {
        starts += 1;
        child = spawn(process.execPath, [script, String(port), String(starts)], {
          stdio: 'ignore',
        });
        await once(child, 'exit');
        await pause(300);
      }
    };
    running.add(live());
    return { signal: (name) => void child?.kill(name) };
  };

  const members = Array.from({ length: size }, keep);
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
