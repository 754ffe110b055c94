import { writeSync } from 'node:fs';

import { InvalidOptionError } from '@rlm/repl-types';
import { messageOf } from '@rlm/repl-types/internal';

import { kinds } from '../kinds.js';
import type { ScriptHost } from './bootstrap.js';
import { findHoles } from './find-holes.js';
import { flush, readFully, readHeader, readPayload, writeFrame, writeRaw } from './pipe.js';

/** Defined by the bootstrap. */
declare const host: ScriptHost;

/** What the host began the session with. */
export interface Opening<Options> {
  readonly options: Options;
  /** Raw bytes that came with them, by name: each alone in its memory, which can be given away. */
  readonly parts: Readonly<Record<string, Uint8Array<ArrayBuffer> | undefined>>;
  /** Descriptors that the host has given. */
  readonly files: readonly number[];
}

/** A child that can serve. */
export interface Opened {
  /** What it has made for later children, by name. */
  readonly parts?: Readonly<Record<string, Uint8Array>> | undefined;
  /** Takes the host's frames, and never returns. */
  run(): void;
}

/**
 * Serves a session to the host, in a script that the bootstrap has started: reads what it begins with, tests the walls, has `open` make
 * the session and says that it is ready. What `open` throws is told to the host. Any other fault ends the process.
 */
export function serve<Options>(
  open: (opening: Opening<Options>) => Opened | Promise<Opened>,
): void {
  for (const event of ['uncaughtException', 'unhandledRejection']) process.on(event, fail);
  void begin(open).then((opened) => {
    opened.run();
  });
}

async function begin<Options>(
  open: (opening: Opening<Options>) => Opened | Promise<Opened>,
): Promise<Opened> {
  const given = JSON.parse(readPayload(readHeader().length).toString()) as Given;
  const { parts: names, files, outside, wantsCode, ...options } = given;
  const parts = Object.fromEntries(names.map((name) => [name, readBytes(readHeader().length)]));
  const holes = outside && findHoles(outside);
  // Now: it is of no use under other options of V8, which a child may change.
  const code = wantsCode === true ? { code: host.codeCache() } : undefined;
  try {
    const opened = await open({ options: options as Options, parts, files });
    const made = { ...opened.parts, ...code };
    for (const part of Object.values(made)) writeRaw(kinds.bytes, part);
    writeFrame(kinds.ready, JSON.stringify({ parts: Object.keys(made), holes }));
    flush();
    if (outside === undefined) endWithHost();
    return opened;
  } catch (error) {
    writeFrame(kinds.ready, JSON.stringify({ error: toldError(error) }));
    // The host ends this process.
    readHeader();
    throw error;
  }
}

/**
 * Ends this process soon after its host, or the thread of that, has gone, even in a call of the interpreter that hears of nothing: by a
 * thread, which takes long to start. A process behind bubblewrap ends with that, and Windows ends the processes of one that ends.
 */
function endWithHost(): void {
  if (process.platform === 'win32') return;
  const { Worker } = process.getBuiltinModule('node:worker_threads');
  new Worker(watchHost, {
    // By default its streams are connected to those of the process, which are made for that.
    ...{ eval: true, env: {}, execArgv: [], stdout: true, stderr: true },
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 },
  }).unref();
}

/** To write nothing fails too if the other end of the socket is closed. */
const watchHost = `
const { writeSync } = require('node:fs');
const nothing = new Uint8Array();
setInterval(() => {
  try {
    writeSync(3, nothing);
  } catch {
    process.kill(process.pid, 'SIGKILL');
  }
}, 200);
`;

interface Given {
  readonly parts: readonly string[];
  readonly files: readonly number[];
  /** Whether the host wants the code cache of the script. */
  readonly wantsCode?: boolean;
  /** If the process should be isolated: paths that it must not see. */
  readonly outside?: readonly string[];
}

function readBytes(length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  readFully(bytes);
  return bytes;
}

function toldError(error: unknown): object {
  const { code } = error as { readonly code?: unknown };
  return {
    message: messageOf(error),
    code: typeof code === 'string' ? code : undefined,
    option: InvalidOptionError.isInstance(error) ? error.details?.option : undefined,
  };
}

/** Ends the process by a fault, which its host is told. While a thread waits, neither an exception nor `process.exit` may end it. */
export function fail(error: unknown): never {
  try {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    writeSync(2, `${text.slice(0, 4_000)}\n`);
  } finally {
    process.abort();
  }
}
