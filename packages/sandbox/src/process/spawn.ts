import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import type { Duplex } from 'node:stream';

import { nextTurn } from '@rlm/repl-types/internal';

const stderrChars = 4_000;
/** How long after its exit a process's pipes may stay open, held by others, before they are cut. */
const drainMs = 500;

/** How a process ended. */
export interface ProcessExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The end of its stderr. */
  readonly stderr: string;
  /** Whether {@link SpawnedProcess.kill} was called before. */
  readonly wasKilled: boolean;
}

/** A child process with sockets beside its standard streams. */
export interface SpawnedProcess {
  /** The sockets at descriptors 3, 4, ...; `sockets[0]` is 3. */
  readonly sockets: readonly [frames: Duplex, stops: Duplex, ...others: Duplex[]];
  /** Resolves when the process is gone and its pipes are closed; never rejects. */
  readonly exit: Promise<ProcessExit>;
  /** Whether it keeps its host alive; it does, until `unref` is called. */
  ref(): void;
  unref(): void;
  /** Kills it and the processes that it started; resolves when it is gone. */
  kill(): Promise<ProcessExit>;
}

/** The process to start. */
export interface ProcessCommand {
  readonly command: string;
  readonly args: readonly string[];
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
  /** How many sockets the process gets, from descriptor 3 on. */
  readonly sockets: number;
  /** Descriptors of this process that it gets too, after its sockets. */
  readonly files?: readonly number[] | undefined;
}

/**
 * Whether a process leads its own group, which is killed with it. If bubblewrap is killed before it has released its
 * inner process, that process stays behind and waits forever. On Windows such a process would open a window.
 */
const hasGroup = process.platform !== 'win32';

/** Starts a process, when it is its turn: to start one takes milliseconds of the host's thread, and many may be wanted at once. */
export async function startInTurn(options: ProcessCommand): Promise<SpawnedProcess> {
  await nextTurn();
  return startProcess(options);
}

/** Starts a process. A command that cannot be started ends at once, with the reason as its stderr. */
function startProcess(options: ProcessCommand): SpawnedProcess {
  const { command, args, env, sockets, files = [] } = options;
  const pipes = Array<'pipe'>(sockets).fill('pipe');
  const stdio: StdioOptions = ['ignore', 'ignore', 'pipe', ...pipes, ...files];
  const child = spawn(command, args, { env, cwd: '/', stdio, detached: hasGroup });
  // Where no descriptor is left for its pipes there is not even a list of them, nor a process: its error comes as an event.
  const made = child.stdio as typeof child.stdio | undefined;
  if (made === undefined) {
    child.on('error', () => undefined);
    throw new Error(
      'no file descriptor is left (EMFILE): close some, or raise the limit (ulimit -n)',
    );
  }
  if (made.length < 3 + sockets) {
    child.kill('SIGKILL');
    throw new Error('this runtime gives a process no descriptors beside the standard ones');
  }
  let wasKilled = false;
  const stderr = createTextTail(stderrChars);
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr.push(text);
  });
  for (const stream of child.stdio) stream?.on('error', () => undefined);
  const exit = new Promise<ProcessExit>((resolve) => {
    const settle = (code: number | null, signal: NodeJS.Signals | null): void => {
      resolve({ code, signal, stderr: stderr.text(), wasKilled });
    };
    child.on('error', (error) => {
      stderr.push(error.message);
      if (child.pid === undefined) settle(null, null);
    });
    child.on('close', settle);
    child.on('exit', () => {
      if (hasGroup) signalGroup(child);
      setTimeout(() => {
        for (const stream of child.stdio) stream?.destroy();
      }, drainMs).unref();
    });
  });
  return {
    sockets: child.stdio.slice(3, 3 + sockets) as [Duplex, Duplex, ...Duplex[]],
    exit,
    ref() {
      for (const handle of handlesOf(child)) handle.ref?.();
    },
    unref() {
      for (const handle of handlesOf(child)) handle.unref?.();
    },
    kill() {
      wasKilled = true;
      if (child.exitCode === null && child.signalCode === null) {
        if (!hasGroup || !signalGroup(child)) child.kill('SIGKILL');
      }
      return exit;
    },
  };
}

/** A process, and the sockets that are its streams. */
interface Refable {
  ref?(): unknown;
  unref?(): unknown;
}

/** The parts of a process that can keep its host alive: itself, and the streams that are still open. */
function handlesOf(child: ChildProcess): readonly Refable[] {
  const streams = child.stdio.filter((stream) => stream?.destroyed === false);
  return [child, ...(streams as Refable[])];
}

function signalGroup(child: ChildProcess): boolean {
  if (child.pid === undefined) return false;
  try {
    return process.kill(-child.pid, 'SIGKILL');
  } catch {
    return false;
  }
}

/** Keeps the end of a text that comes in pieces. */
interface TextTail {
  push(text: string): void;
  text(): string;
}

/** A tail of at most `limit` characters. */
function createTextTail(limit: number): TextTail {
  let kept = '';
  return {
    push(text) {
      kept = (kept + text.slice(-limit)).slice(-limit);
    },
    text: () => kept,
  };
}
