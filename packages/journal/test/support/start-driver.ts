import { startChild } from './start-child.js';

/** A driver in another process. */
export interface Driver {
  readonly pid: number;
  /** Appends a line of so many characters: `ok`, or the code of the fault. */
  append(length: number): Promise<string>;
  /** Asks for a line without waiting for what comes of it. */
  ask(length: number): void;
  /** What it answers next. */
  answer(): Promise<string>;
  signal(name: 'SIGSTOP' | 'SIGCONT'): void;
  /** Kills it and waits until it is gone. */
  kill(): Promise<void>;
}

/** Starts a driver that creates a run, under a bound on the size of its files where one is given (in kB). */
export async function startDriver(
  store: string,
  folder: string,
  runId: string,
  maxFileKb?: number,
): Promise<Driver> {
  const limited = ['bash', '-c', `ulimit -f ${maxFileKb ?? 0} && exec "$0" "$@"`];
  const child = await startChild(
    'driver-child.ts',
    [store, folder, runId],
    maxFileKb === undefined ? [] : limited,
  );
  if ((await child.line()) !== 'ready') throw new Error('the driver did not start');
  const ask = (length: number): void => {
    child.process.stdin?.write(`${length}\n`);
  };
  return {
    pid: child.process.pid ?? 0,
    ask,
    answer: () => child.line(),
    append(length) {
      ask(length);
      return child.line();
    },
    signal: (name) => void child.process.kill(name),
    kill: () => child.kill(),
  };
}
