import { setTimeout as sleep } from 'node:timers/promises';

import { untilAborted } from '@rlm/repl-types/internal';

import { encodeFrame } from '../framing/encode-frame.js';
import { SandboxError } from '../contract/errors.js';

import type { Engine, EngineStart } from '../contract/engine.js';
import { driverSource } from './guest/index.js';
import type { StartPlan } from './plan.js';
import { openingOptions } from '../python/opening-options.js';
import { describeExit } from '../os/describe-exit.js';
import { type GuestProcess, startInTurn } from '../os/guest-process.js';
import { giveOwnUser, guestUserId } from '../os/guest-user.js';
import { createEngine } from './engine.js';
import { frameKinds } from './wire/frame-kinds.js';
import { createFramePump } from '../os/frame-pump.js';

const startMs = 60_000;
/** Address space that the interpreter and its libraries take before any cell runs. */
export const interpreterBytes: number = 96 * 1024 * 1024;

/** Starts a Python as planned. If it does not become ready with all its walls, ends everything and rejects. */
export async function startEngine(plan: StartPlan, start: EngineStart): Promise<Engine> {
  start.abortSignal?.throwIfAborted();
  const { files = [] } = start;
  const descriptors = files.map(({ opened }) => opened.descriptor);
  const guest = await startInTurn({ ...plan.command, files: descriptors });
  const [control, poke, , filter, info, block] = guest.sockets;
  if (control === undefined || poke === undefined) throw await failure(guest, 'it has no sockets');
  if (plan.startFilter !== undefined) filter?.end(plan.startFilter);
  let fault: string | undefined;
  if (info !== undefined && block !== undefined) {
    giveOwnUser(info, block, (reason) => {
      fault = reason;
      void guest.kill();
    });
  }

  const engine = createEngine({ guest, control, poke, start });
  const source = Buffer.from(driverSource);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(source.length);
  const pump = createFramePump(control);
  pump.write([length, source]);
  pump.write(encodeFrame(frameKinds.open, JSON.stringify(sessionOptions(plan, start))));

  const standing = Promise.race([engine.ready, sleep(startMs, undefined, { ref: false })]);
  const ready = await untilAborted(standing, start.abortSignal, { end: () => guest.kill() });
  const problem = fault ?? checkReady(ready, plan.requiredWalls);
  if (problem !== undefined) throw await failure(guest, problem);
  engine.begin(pump);
  return engine;
}

function sessionOptions(plan: StartPlan, start: EngineStart): object {
  const { limits } = start;
  return {
    ...openingOptions(start),
    paths: plan.packages,
    files: (start.files ?? []).map((_, index) => 3 + plan.command.sockets + index),
    ownsGroup: plan.ownsGroup === true,
    walls: {
      outside: plan.outside,
      addressSpace: limits.memoryBytes + interpreterBytes,
      cpuSeconds: Math.ceil((limits.sessionTimeoutMs * 2) / 1000) + 60,
      user: plan.user === 'own' ? guestUserId : null,
      noFiles: plan.startFilter !== undefined,
      filter: plan.runFilter === undefined ? '' : Buffer.from(plan.runFilter).toString('hex'),
    },
  };
}

function checkReady(
  ready: Readonly<Record<string, unknown>> | undefined,
  required: readonly string[],
): string | undefined {
  if (ready === undefined) return 'its driver did not start';
  const standing: readonly unknown[] = Array.isArray(ready['walls']) ? ready['walls'] : [];
  const missing = required.filter((wall) => !standing.includes(wall));
  return missing.length === 0
    ? undefined
    : `its isolation is incomplete (missing: ${missing.join(', ')}); bwrap must be the bubblewrap of this system`;
}

async function failure(guest: GuestProcess, problem: string): Promise<SandboxError> {
  const exit = await Promise.race([guest.exit, sleep(50)]);
  const ended = exit === undefined ? '' : ` (${describeExit(exit).reason})`;
  await guest.kill();
  return new SandboxError('session_lost', `cpython could not start: ${problem}${ended}`);
}
