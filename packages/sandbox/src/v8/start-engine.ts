import { setTimeout as sleep } from 'node:timers/promises';

import { untilAborted } from '@rlm/repl-types/internal';

import { SandboxError } from '../contract/errors.js';
import type { Engine, EngineStart } from '../contract/engine.js';
import { encodeFrame } from '../framing/encode-frame.js';
import { describeExit } from '../os/describe-exit.js';
import { createFramePump } from '../os/frame-pump.js';
import { type GuestProcess, startInTurn } from '../os/guest-process.js';
import { requireNoHoles } from '../process/require-no-holes.js';
import { createEngine } from './engine.js';
import { planStart, scriptBytes, type Isolation } from './plan.js';
import type { V8Sources } from './sources.js';
import { frameKinds } from './wire/kinds.js';
import type { OpenOptions } from './wire/open-options.js';

const startMs = 60_000;

/** Starts a process for a session. If it does not become ready, isolated, ends it and rejects. */
export async function startEngine(
  isolation: Isolation,
  start: EngineStart,
  sources: V8Sources,
): Promise<Engine> {
  start.abortSignal?.throwIfAborted();
  const plan = planStart(isolation, start.limits);
  const guest = await startInTurn(plan.guest);
  const [control, stop, filter] = guest.sockets;
  if (control === undefined || stop === undefined) throw await failure(guest, 'it has no sockets');
  filter?.end(plan.filter);
  const pump = createFramePump(control);
  const engine = createEngine({ guest, control, stop, pump, start });
  const { functions, dialects, acceptsNull = false, seed, limits } = start;
  const { outside, dataBytes } = plan;
  const options: OpenOptions = {
    start: { functions, dialects, acceptsNull, seed, limits },
    sources: { guest: sources.guest, thread: sources.thread },
    outside,
    dataBytes,
  };
  pump.write(scriptBytes(sources.process));
  pump.write(encodeFrame(frameKinds.open, JSON.stringify(options)));

  const ready = Promise.race([engine.ready, sleep(startMs, undefined, { ref: false })]);
  const head = await untilAborted(ready, start.abortSignal, { end: () => guest.kill() });
  if (head === undefined) throw await failure(guest, 'its process was not ready');
  try {
    requireNoHoles(head['holes']);
  } catch (error) {
    await guest.kill();
    throw error;
  }
  engine.begin();
  return engine;
}

async function failure(guest: GuestProcess, problem: string): Promise<SandboxError> {
  const exit = await Promise.race([guest.exit, sleep(50)]);
  const ended = exit === undefined ? '' : ` (${describeExit(exit).reason})`;
  await guest.kill();
  return new SandboxError('session_lost', `v8 could not start: ${problem}${ended}`);
}
