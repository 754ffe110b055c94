import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

import { bundle } from './bundle.js';

/** A driver in another process. */
export interface Driver {
  readonly pid: number;
  /** Appends a line of so many characters: `ok`, or the code of the fault. */
  append(length: number): Promise<string>;
  /** Asks for a line without waiting for what comes of it. */
  ask(length: number): void;
  /** What it answers next. */
  answer(): Promise<string>;
  signal(name: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): void;
  /** Kills it and waits until it is gone. */
  kill(): Promise<void>;
}

/** Starts a driver that creates a run, under a bound on the size of its files where one is given (in kB). */
export async function startDriver(
  store: string,
  folder: string,
  runId: string,
  mostFileKb?: number,
): Promise<Driver> {
  const command = [process.execPath, await bundle('driver-child.ts'), store, folder, runId];
  const limited = `ulimit -f ${mostFileKb ?? 0} && exec "$0" "$@"`;
  const [program = '', ...args] =
    mostFileKb === undefined ? command : ['bash', '-c', limited, ...command];
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const answers = createInterface(child.stdout)[Symbol.asyncIterator]();
  const answer = async (): Promise<string> => {
    const next = await answers.next();
    return next.done === true ? 'ended' : next.value;
  };
  if ((await answer()) !== 'ready') throw new Error('the driver did not start');
  const ask = (length: number): void => {
    child.stdin.write(`${length}\n`);
  };
  return {
    pid: child.pid ?? 0,
    ask,
    answer,
    append(length) {
      ask(length);
      return answer();
    },
    signal: (name) => void child.kill(name),
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
