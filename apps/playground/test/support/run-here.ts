import { Readable, Writable } from 'node:stream';

import { main } from '../../src/main.js';
import { keepProcess } from './keep-process.js';
import type { Ended } from './run-command.js';

let isBusy = false;

/**
 * Whether a command can run in this process: one at a time can, since it takes the process's streams, environment and
 * folder. `RLM_CLI=apart`, which `npm run heavy` sets, gives every command a process of its own.
 */
export function canRunHere(): boolean {
  return !isBusy && process.env['RLM_CLI'] !== 'apart';
}

/**
 * Runs the command in this process, from its sources, with the streams, environment and folder that a child would have.
 *
 * @param input What stdin gives: a text, or what comes as the test goes on.
 * @param output Gets stdout too. Default: nothing does.
 */
export async function runHere(
  folder: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  input: string | Readable = '',
  output?: Writable,
): Promise<Ended> {
  isBusy = true;
  await keepProcess();
  const before = { env: process.env, folder: process.cwd() };
  const stdout = textSink(output);
  const stderr = textSink();
  const streams = replaceStreams({
    stdout: stdout.stream,
    stderr: stderr.stream,
    stdin:
      typeof input === 'string' ? Readable.from(input === '' ? [] : [Buffer.from(input)]) : input,
  });
  try {
    process.env = { ...environment };
    process.chdir(folder);
    const code = await main(args);
    return { code, stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    process.chdir(before.folder);
    process.env = before.env;
    streams.restore();
    isBusy = false;
  }
}

function textSink(other?: Writable): { readonly stream: Writable; text(): string } {
  const pieces: Buffer[] = [];
  const stream = new Writable({
    decodeStrings: true,
    write(piece: Buffer, _encoding, done) {
      pieces.push(piece);
      other?.write(piece);
      done();
    },
  });
  return { stream, text: () => Buffer.concat(pieces).toString() };
}

/** Puts other streams in place of the process's own, until they are restored. */
function replaceStreams(streams: Readonly<Record<string, Readable | Writable>>): {
  restore(): void;
} {
  const own = Object.keys(streams).map(
    (name) => [name, Object.getOwnPropertyDescriptor(process, name) ?? {}] as const,
  );
  for (const [name, value] of Object.entries(streams)) {
    Object.defineProperty(process, name, { value, configurable: true, writable: true });
  }
  return {
    restore() {
      for (const [name, descriptor] of own) Object.defineProperty(process, name, descriptor);
    },
  };
}
