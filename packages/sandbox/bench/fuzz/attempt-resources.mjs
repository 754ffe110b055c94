import { maxBusyMs, maxGrownBytes, maxLateMs, watchHost } from '@rlm/config/promise';

import { MeasuredProblem, within } from './host-watch.mjs';
import { createHostFunctions } from './resources/host-functions.mjs';
import { makeSteps } from './resources/make-steps.mjs';
import { runStep } from './resources/run-step.mjs';
import { roundsOf } from './resources/steps.mjs';

const hangMs = 90_000;
const defaultMemoryBytes = 2 ** 30;

/** Sessions that use up memory, values and calls, several at once, at the default limits: the host notices nothing of it. */
export const resourceAttempts = {
  name: 'resources',
  share: 2,
  limits: {},
  prepare: () => ({}),
  make: (random, { backend }) => makeSteps(random, backend),
  run: runResources,
  show: (steps) => steps.join('\n# ---- next step\n'),
};

/** Takes the steps and holds what they do to the bounds of the promise in docs/security.md. */
async function runResources(steps, stage) {
  const worst = { busyMs: 0, lateMs: 0, mayGrowBytes: 0 };
  const host = watchHost();
  try {
    await takeSteps(steps, stage, worst);
  } finally {
    const { grownBytes } = host.take();
    host.stop();
    worst.grownBytes = grownBytes;
    stage.note('busyMs', worst.busyMs);
    stage.note('lateMs', worst.lateMs);
    stage.note('grownMB', grownBytes / 1e6);
  }
  requireWithin('the host’s thread, busy in one piece: ms', worst.busyMs, maxBusyMs);
  requireWithin('a call outlived its time or its signal: ms', worst.lateMs, maxLateMs);
  requireWithin('memory grew: bytes', worst.grownBytes, worst.mayGrowBytes);
}

function requireWithin(what, value, bound) {
  if (value <= bound) return;
  throw new MeasuredProblem(`${what} ${Math.round(value)}, over ${Math.round(bound)}`);
}

async function takeSteps(steps, stage, worst) {
  const guests = new Map();
  const memoryBytes = new Map();
  let mayGrowBytes = 0;
  const guestOf = (name, limits = {}) => {
    if (!guests.has(name)) {
      const { functions, hostMs } = createHostFunctions();
      const opening = stage.open({ functions, limits }).then((session) => ({ session, hostMs }));
      guests.set(name, opening);
      memoryBytes.set(name, limits.memoryBytes ?? defaultMemoryBytes);
      mayGrowBytes += maxGrownBytes(memoryBytes.get(name));
    }
    return guests.get(name);
  };
  try {
    for (const round of roundsOf(steps)) {
      await takeRound(round, guestOf, stage, worst);
      for (const { session, verb } of round) {
        const most = memoryBytes.get(session) ?? 0;
        // A fork is one more session; a snapshot that the host asks for is the host's.
        if (verb === 'fork') mayGrowBytes += maxGrownBytes(most);
        if (verb === 'snapshot') mayGrowBytes += most;
      }
      for (const { session, verb } of round) if (verb === 'close') guests.delete(session);
    }
  } finally {
    worst.mayGrowBytes = Math.max(worst.mayGrowBytes, mayGrowBytes);
    for (const opened of guests.values()) {
      const { session } = await opened;
      const startedAt = performance.now();
      await within(hangMs, session.close(), 'close');
      worst.lateMs = Math.max(worst.lateMs, performance.now() - startedAt);
    }
  }
}

/** Takes steps that begin at once, while the neighbour is used too. */
async function takeRound(round, guestOf, stage, worst) {
  const queuedMs = new Map();
  const host = watchHost();
  try {
    const take = async (step) => {
      const { session: name, given, verb } = step;
      if (verb === 'open') return void (await guestOf(name, given));
      const queued = queuedMs.get(name) ?? 0;
      // Each call in the line may be late.
      queuedMs.set(name, queued + (given.time ?? Infinity) + maxLateMs);
      const lateMs = await runStep(step, await guestOf(name), queued, stage);
      worst.lateMs = Math.max(worst.lateMs, lateMs ?? 0);
    };
    await stage.beside(() => Promise.all(round.map(take)));
  } finally {
    const { busyMs } = host.take();
    host.stop();
    // What the host itself passes in takes the time that it takes.
    if (round.every(({ verb }) => verb !== 'set')) worst.busyMs = Math.max(worst.busyMs, busyMs);
  }
}
