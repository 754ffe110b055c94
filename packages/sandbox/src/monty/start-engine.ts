/// <reference path="../inline.d.ts" />
import describeSource from 'inline:./guest/describe.py';
import { messageOf, untilAborted } from '@rlm/repl-types/internal';

import { SandboxError } from '../contract/errors.js';
import { helperNames } from '../contract/helpers.js';
import { describeExit } from '../os/describe-exit.js';
import { type GuestCommand, type GuestProcess, startInTurn } from '../os/guest-process.js';
import type { Engine, EngineStart } from '../contract/engine.js';
import { helpersSource } from '../python/helpers.js';
import { createMontyEngine, type OutputSlot } from './engine.js';
import { montyVersion } from './locate.js';
import { configure, load } from './protocol/requests.js';
import { createWorker, type MontyWorker } from './protocol/worker.js';
import { evaluate } from './session/asker.js';
import { createMemory, type SessionMemory, unpackSnapshot } from './session/memory.js';
import { defineAnswer } from './session/names-of-host.js';
import { Session } from './session/session.js';

/** Starts a worker and a session in it, new or from a snapshot; rejects with everything ended. */
export async function startMonty(
  command: GuestCommand,
  start: EngineStart,
  filter?: Uint8Array,
): Promise<Engine> {
  start.abortSignal?.throwIfAborted();
  const guest = await startInTurn(command);
  if (filter !== undefined) guest.sockets.at(-1)?.end(filter);
  const { stdin, stdout } = guest;
  if (stdin === null || stdout === null) throw await failure(guest, 'it has no pipes');
  const slot: OutputSlot = { current: undefined };
  const worker = createWorker(guest, stdin, stdout, (texts) => {
    slot.current?.print(texts);
  });
  try {
    const opening = openSession(worker, start);
    const session = await untilAborted(opening, start.abortSignal, { end: () => guest.kill() });
    return createMontyEngine(session, slot);
  } catch (error) {
    start.abortSignal?.throwIfAborted();
    throw await failure(guest, messageOf(error));
  }
}

async function openSession(worker: MontyWorker, start: EngineStart): Promise<Session> {
  const session = new Session(worker, start, await openMemory(worker, start));
  if (start.snapshot === undefined && start.dialects.includes('answer'))
    await defineAnswer(session);
  return session;
}

async function openMemory(worker: MontyWorker, start: EngineStart): Promise<SessionMemory> {
  if (start.snapshot !== undefined) {
    const { memory, dump } = unpackSnapshot(start.snapshot);
    const loaded = await worker.request(load(dump));
    if (loaded.kind !== 'ok') throw new Error(`the snapshot was refused (${loaded.kind})`);
    return memory;
  }
  const { memoryBytes, sessionTimeoutMs } = start.limits;
  const configured = await worker.request(
    configure({ memoryBytes, durationMs: sessionTimeoutMs }, montyVersion),
  );
  if (configured.kind === 'fatal') throw new Error(configured.text);
  for (const source of [describeSource, helpersSource, helperAliases(start.functions)]) {
    const prepared = await evaluate(worker, source);
    if (!prepared.ok) throw new Error(prepared.error.text);
  }
  return createMemory();
}

/**
 * Defines `_out` and the helpers' names, except those of host functions: the guest looks these up only if it has not
 * defined them.
 */
function helperAliases(functions: readonly string[]): string {
  const names = helperNames.filter((name) => !functions.includes(name));
  return ['_out = ""', 'None', ...names.map((name) => `${name} = _help_${name}`)].join('\n');
}

async function failure(guest: GuestProcess, problem: string): Promise<SandboxError> {
  const exit = await guest.kill();
  const ended = exit.stderr === '' ? '' : ` (${describeExit(exit).reason})`;
  return new SandboxError('session_lost', `monty could not start: ${problem}${ended}`);
}
