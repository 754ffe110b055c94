import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

import { userEnv, type Consumer } from '../consumer.js';
import { folderIn, scriptOf, type Program } from './programs.js';

/** A program that runs until it is stopped. */
export interface Started {
  /** What it has printed so far. */
  readonly printed: () => string;
  /** Resolves with the first match in what it prints; rejects if it ends before. */
  readonly says: (pattern: RegExp) => Promise<string>;
  /** Ends it as a crash or `kill -9` would. */
  readonly kill: () => Promise<void>;
}

/** A server among them. */
export interface Server extends Started {
  readonly url: string;
}

/** Starts one file of a compiled program. */
export function startProgram(
  consumer: Consumer,
  program: Program,
  file: string,
  env: Readonly<Record<string, string>> = {},
): Started {
  return watch(
    spawn(process.execPath, [scriptOf(file)], {
      cwd: folderIn(consumer, program),
      env: { ...userEnv, ...env },
    }),
  );
}

/** Watches a process that was just started. */
export function watch(child: ChildProcess): Started {
  let printed = '';
  const listeners = new Set<() => void>();
  const note = (text: string): void => {
    printed += text;
    for (const listener of [...listeners]) listener();
  };
  child.stdout?.on('data', (chunk: Buffer) => {
    note(chunk.toString());
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    note(chunk.toString());
  });
  const exit = once(child, 'close');
  void exit.then(() => {
    note('');
  });
  return {
    printed: () => printed,
    says: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = pattern.exec(printed)?.[0];
          if (found !== undefined) resolve(found);
          else if (child.exitCode === null && child.signalCode === null) return;
          else reject(new Error(`It ended without ${pattern.source}:\n${printed}`));
          listeners.delete(look);
        };
        listeners.add(look);
        look();
      }),
    async kill() {
      child.kill('SIGKILL');
      await exit;
    },
  };
}

/** Starts a server on a free port, and waits until it listens. */
export async function startServer(
  consumer: Consumer,
  program: Program,
  file: string,
): Promise<Server> {
  const started = startProgram(consumer, program, file, { PORT: '0' });
  const url = await started.says(/http:\/\/127\.0\.0\.1:[1-9]\d*/);
  return { ...started, url };
}

/** What an event of a stream holds, and its id. */
export interface SentEvent {
  readonly id: string | undefined;
  readonly chunk: { readonly type: string; readonly [field: string]: unknown };
}

/** The server-sent events of an answer; the last one, `[DONE]`, is left out. */
export function eventsIn(text: string): SentEvent[] {
  return text
    .split('\n\n')
    .filter((block) => block.includes('data: {'))
    .map((block) => ({
      id: /^id: (.*)$/m.exec(block)?.[1],
      chunk: JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? '') as SentEvent['chunk'],
    }));
}
