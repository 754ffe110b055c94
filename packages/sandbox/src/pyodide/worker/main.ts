import { workerData } from 'node:worker_threads';

import type { WorkerBoot, WorkerStart } from '../protocol.js';
import { makeBootImage } from './boot-image.js';
import { present } from '../present.js';
import { createGuestClock } from './guest-clock.js';
import { closeWebAssembly, loadInterpreter } from './interpreter.js';
import { openMailbox } from './mailbox.js';
import { createMemoryRoom } from './memory-room.js';
import { replacedImports } from './replaced-imports.js';
import { createSeal } from './seal.js';
import { createSeededBytes } from './seeded-bytes.js';
import { runSession } from './session.js';
import { createStopSignal } from './stop-signal.js';
import type { WorkerState } from './worker-state.js';

const start = workerData as WorkerStart;
const mailbox = openMailbox(new Int32Array(start.controlWords), start.inbox);
const exit = process.exit.bind(process);

function fail(type: 'violation' | 'failed', reason: string): never {
  mailbox.post({ type, reason });
  return exit(1);
}

/** What the worker boots with: if it is on its way, the interpreter's modules are loaded meanwhile. */
async function bootOf(): Promise<WorkerBoot | undefined> {
  if (start.boot !== undefined) return start.boot;
  // The first loads the second; if it has other plans, it fails there, with a reason.
  await Promise.all([import(start.entryUrl), import(start.loadedUrl).catch(() => undefined)]);
  const first = mailbox.take();
  return first.type === 'boot' ? first.boot : undefined;
}

async function main(): Promise<void> {
  const clock = createGuestClock();
  const state: WorkerState = { clock, random: createSeededBytes({ seed: 'boot', position: 0 }) };
  // The times of files too: the boot image is then the same in every process, and images of sessions open in any.
  Date.now = () => clock.now();
  closeWebAssembly();
  const boot = await bootOf();
  if (boot === undefined) return;
  const stop = createStopSignal(mailbox.isStopWanted, () => performance.now());
  const room = createMemoryRoom(boot.memoryBytes);
  let memory: WebAssembly.Memory | undefined;
  const seal = createSeal({
    onViolation: (name) => fail('violation', `the guest called the forbidden import ${name}`),
    replacements: replacedImports({
      clock,
      random: (target) => {
        state.random.fill(target);
      },
      nextSignal: stop.next,
      memory: () => present(memory, 'the memory'),
      room,
    }),
    readMemory: () => new Uint8Array(present(memory, 'the memory').buffer),
  });
  const loaded = await loadInterpreter({ ...start, ...boot }, seal, (found) => {
    memory = found;
    room.attach(found);
  });
  const bootImage = boot.bootImage ?? makeBootImage(loaded.interpreter, boot.guestSources);
  if (boot.bootImage === undefined) mailbox.post({ type: 'boot-image', image: bootImage });
  if (start.inbox === undefined) return;
  mailbox.post({ type: 'booted' });
  const open = mailbox.take();
  if (open.type !== 'open') return;
  // However the interpreter booted, its session begins at the same time.
  clock.set();
  state.random = createSeededBytes({ seed: open.seed, position: 0 });
  runSession(
    {
      bootImage,
      loaded,
      mailbox,
      state,
      seal,
      stop,
      room,
      onViolation: (reason) => fail('violation', reason),
      onFault: (reason) => fail('failed', reason),
    },
    open,
  );
  fail('failed', 'the driver ended');
}

main().catch((error: unknown) => {
  fail('failed', error instanceof Error ? `${error.name}: ${error.message}` : String(error));
});
