import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import { closeSync, openSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';

import { messageOf, nextTurn } from '@rlm/repl-types/internal';

import type { ChildExit } from '../contract/backend.js';
import { headOf } from '../session/slice-text.js';
import { saying, tellingLine } from './telling-line.js';

const stderrChars = 4_000;
/** Characters of a line of it that a model reads. */
const maxLineChars = 300;
/** How long after its exit a process's pipes may stay open, held by others, before they are cut. */
const drainMs = 500;

/** The process to start. */
export interface ProcessCommand {
  readonly command: string;
  readonly args: readonly string[];
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
  /**
   * How it hears of stops, at descriptor 4: a socket to which the ids of cells are written, or a file that begins with one. Each has
   * four bytes, little-endian.
   */
  readonly stops: 'socket' | 'file';
  /** How many sockets it gets besides, from descriptor 5 on. Default: none. */
  readonly sockets?: number | undefined;
  /** Descriptors of this process that it gets too, after its sockets. */
  readonly files?: readonly number[] | undefined;
}

/**
 * Whether a process leads its own group, which is killed with it. If bubblewrap is killed before it has released its
 * inner process, that process stays behind and waits forever. On Windows such a process would open a window.
 */
const hasGroup = process.platform !== 'win32';

/** Starts a process, when it is its turn: to start one takes milliseconds of the host's thread, and many may be wanted at once. */
export async function startInTurn(command: ProcessCommand): Promise<SpawnedProcess> {
  await nextTurn();
  const file = command.stops === 'file' ? openStopFile() : undefined;
  try {
    return new SpawnedProcess(command, startProcess(command, file?.reading), file?.writing);
  } catch (error) {
    if (file !== undefined) closeSync(file.writing);
    throw error;
  } finally {
    if (file !== undefined) closeSync(file.reading);
  }
}

/** How a process ended. Its reason, which a model may read, names no file of this computer. */
export interface ProcessExit extends ChildExit {
  /** The same for who runs the host: that it exited or was ended, and what it wrote to stderr. */
  readonly how: string;
  readonly stderr: string;
}

/** A child process, whose descriptor 3 is a socket for frames. */
export class SpawnedProcess {
  readonly frames: Duplex;
  /** The sockets at descriptors 5, 6, ... */
  readonly sockets: readonly Duplex[];
  /** Its number; undefined if it could not be started. */
  readonly pid: number | undefined;
  /** Resolves when the process is gone and its pipes are closed; never rejects. */
  readonly exit: Promise<ProcessExit>;
  readonly #child: ChildProcess;
  readonly #stops: Duplex | undefined;
  #stopFile: number | undefined;
  #wasKilled = false;
  #stderr = '';

  /** @param stopFile Where ids of cells are written, if not to the socket at descriptor 4; closed when the process has ended. */
  constructor({ sockets = 0 }: ProcessCommand, child: ChildProcess, stopFile: number | undefined) {
    const [frames, stops, ...others] = child.stdio.slice(3, 5 + sockets) as [Duplex, Duplex | null];
    this.frames = frames;
    this.sockets = others;
    this.pid = child.pid;
    this.#child = child;
    this.#stops = stops ?? undefined;
    this.#stopFile = stopFile;
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text.slice(-stderrChars)).slice(-stderrChars);
    });
    for (const stream of child.stdio) stream?.on('error', () => undefined);
    this.exit = new Promise((resolve) => {
      const settle = (code: number | null, signal: NodeJS.Signals | null): void => {
        if (this.#stopFile !== undefined) closeSync(this.#stopFile);
        this.#stopFile = undefined;
        resolve(this.#wasKilled ? killed : describeExit(code, signal, this.#stderr));
      };
      // A command that cannot be started ends at once, with the reason as its stderr.
      child.on('error', (error) => {
        this.#stderr += error.message;
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
  }

  /** Tells it that a cell is to stop. */
  stop(cell: number): void {
    const word = Buffer.alloc(4);
    word.writeUInt32LE(cell);
    this.#stops?.write(word);
    if (this.#stopFile !== undefined) writeSync(this.#stopFile, word, 0, 4, 0);
  }

  /** Has it keep its host alive; it does, until `unref` is called. */
  ref(): void {
    for (const handle of this.#handles()) handle.ref?.();
  }

  unref(): void {
    for (const handle of this.#handles()) handle.unref?.();
  }

  /** Kills it and the processes that it started; resolves when it is gone. */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#wasKilled = true;
    if (child.exitCode === null && child.signalCode === null) {
      if (!hasGroup || !signalGroup(child)) child.kill('SIGKILL');
    }
    await this.exit;
  }

  /** What can keep the host alive: the process, and the streams that are still open. */
  #handles(): readonly Refable[] {
    const streams = this.#child.stdio.filter((stream) => stream?.destroyed === false);
    return [this.#child, ...(streams as Refable[])];
  }
}

/** A process, and the sockets that are its streams. */
interface Refable {
  ref?(): unknown;
  unref?(): unknown;
}

/** @throws Error if it has no descriptors for its sockets, or this runtime has no sockets for it */
function startProcess(options: ProcessCommand, stopFile: number | undefined): ChildProcess {
  const { command, args, env, sockets = 0, files = [] } = options;
  const pipes = Array<'pipe'>(sockets).fill('pipe');
  const stdio: StdioOptions = [
    ...(['ignore', 'ignore', 'pipe'] as const),
    ...['pipe' as const, stopFile ?? ('pipe' as const), ...pipes, ...files],
  ];
  const child = spawn(command, args, { env, cwd: '/', stdio, detached: hasGroup });
  // Where no descriptor is left for its pipes there is not even a list of them, nor a process: its error comes as an event.
  const made = child.stdio as typeof child.stdio | undefined;
  if (made === undefined) {
    child.on('error', () => undefined);
    throw new Error(noDescriptor);
  }
  if (made[3] === undefined) {
    child.kill('SIGKILL');
    throw new Error('this runtime gives a process no descriptors beside the standard ones');
  }
  return child;
}

function signalGroup(child: ChildProcess): boolean {
  if (child.pid === undefined) return false;
  try {
    return process.kill(-child.pid, 'SIGKILL');
  } catch {
    return false;
  }
}

/**
 * Opens a file for the ids of cells that are to stop; 0 for none. It has no name any more. A child only reads it: it could fill a disk
 * else.
 */
function openStopFile(): { readonly reading: number; readonly writing: number } {
  const name = `rlm-${process.pid}-${Math.random().toString(36).slice(2)}`;
  const errors: string[] = [];
  for (const folder of [tmpdir(), '/dev/shm']) {
    const path = join(folder, name);
    try {
      const writing = openSync(path, 'wx', 0o600);
      try {
        writeSync(writing, Buffer.alloc(4));
        return { writing, reading: openSync(path, 'r') };
      } catch (error) {
        closeSync(writing);
        throw error;
      } finally {
        unlinkSync(path);
      }
    } catch (error) {
      errors.push(messageOf(error));
    }
  }
  const found = errors.join('; ');
  throw new Error(
    found.includes('EMFILE')
      ? noDescriptor
      : `it needs a file of four bytes, and can make none (${found}): set TMPDIR to a folder that can be written`,
  );
}

const noDescriptor =
  'no file descriptor is left (EMFILE): close some, or raise the limit (ulimit -n)';

const killed: ProcessExit = describe('killed', 'the process was killed by its host');

function describe(kind: ChildExit['kind'], how: string, stderr = ''): ProcessExit {
  return { kind, reason: how, how, stderr };
}

/** The exit codes of bubblewrap for a process that a signal ended. */
const signalCodes: Readonly<Record<number, string>> = {
  132: 'SIGILL',
  134: 'SIGABRT',
  135: 'SIGBUS',
  137: 'SIGKILL',
  139: 'SIGSEGV',
  152: 'SIGXCPU',
  159: 'SIGSYS',
};

/** The meaning of a process's end for its session. */
function describeExit(code: number | null, ended: string | null, stderr: string): ProcessExit {
  const signal = ended ?? (code === null ? undefined : signalCodes[code]);
  if (signal === 'SIGSYS') {
    return describe('violation', 'the process made a system call that is forbidden');
  }
  if (/MemoryError|out of memory|cannot allocate memory/i.test(stderr)) {
    return describe('memory', 'the process ran out of memory', stderr.trim());
  }
  const how =
    signal === undefined
      ? `the process exited with code ${String(code)}`
      : `the process was ended by ${signal}`;
  // What Node.js adds when it aborts says nothing of the cause.
  const [told = ''] = stderr.split('----- Native stack trace');
  const line = headOf(tellingLine(told), maxLineChars);
  const reason = saying(how, /[/\\]/.test(line) ? '' : line);
  return { kind: 'crashed', reason, how, stderr: told.trim() };
}
