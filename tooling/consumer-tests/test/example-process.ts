import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { userEnv, type Consumer } from './consumer.js';

/**
 * A process of a project that runs its examples one after another: most of the time of a short example is spent on
 * starting Node.js and loading packages.
 */
export interface ExampleProcess {
  /** Runs a script in a folder until it has nothing more to do, and answers what it printed; rejects if it fails. */
  run(folder: string, script: string): Promise<string>;
  end(): void;
}

/** What the process answers to a script. */
interface Answer {
  readonly printed: string;
  readonly failure?: string;
}

/**
 * Imports each script that it is told of. The example has ended when nothing keeps the process alive, as it would end
 * by itself; the connection with the test counts only between two.
 */
const host = `
let printed = '';
let isRunning = false;
let isSettled = false;
let failure;
process.stdout.write = (text) => {
  printed += text;
  return true;
};
const fail = (error) => (failure ??= String(error?.stack ?? error));
process.on('uncaughtException', fail);
process.on('message', async ({ folder, script }) => {
  printed = '';
  failure = undefined;
  isSettled = false;
  isRunning = true;
  process.channel.unref();
  process.chdir(folder);
  try {
    await import(script);
  } catch (error) {
    fail(error);
  }
  isSettled = true;
});
process.on('beforeExit', () => {
  if (!isRunning) return;
  isRunning = false;
  if (!isSettled) fail('its last await was never settled');
  process.channel.ref();
  process.send({ printed, failure });
});
`;

/** Makes the process of a project; it starts with its first example. */
export function exampleProcess({ directory }: Consumer): ExampleProcess {
  let child: ChildProcess | undefined;
  const start = async (): Promise<ChildProcess> => {
    const file = join(directory, 'example-host.mjs');
    await writeFile(file, host);
    const started = fork(file, { cwd: directory, env: userEnv, execArgv: [], silent: true });
    started.once('exit', () => (child = undefined));
    return started;
  };
  return {
    async run(folder, script) {
      const process = (child ??= await start());
      const over = new AbortController();
      let stderr = '';
      const hear = (text: Buffer): void => void (stderr += text.toString());
      process.stderr?.on('data', hear);
      try {
        const answered = once(process, 'message') as Promise<[Answer]>;
        const ended = once(process, 'exit', { signal: over.signal }).then(([code]): [Answer] => [
          { printed: '', failure: `its process ended with ${String(code)}` },
        ]);
        ended.catch(() => undefined);
        process.send({ folder, script });
        const [{ printed, failure }] = await Promise.race([answered, ended]);
        if (failure !== undefined) {
          throw new Error(`${script} failed:\n${printed}\n${stderr}\n${failure}`);
        }
        return printed.trim();
      } finally {
        process.stderr?.off('data', hear);
        process.removeAllListeners('message');
        over.abort();
      }
    },
    end() {
      child?.kill();
    },
  };
}
