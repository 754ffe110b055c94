import type { ThreadHost } from '../../process/old/thread.js';
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

/** Defined by the thread that runs this script. */
declare const host: ThreadHost;

const start = host.data as WorkerStart;
const mailbox = openMailbox(new Int32Array(start.controlWords), start.inbox);
const exit = process.exit.bind(process);

function fail(type: 'violation' | 'failed', reason: string): never {
  mailbox.post({ type, reason });
  return exit(1);
}

/** What the worker boots with: it is on its way, or there. */
function takeBoot(): WorkerBoot {
  if (start.boot !== undefined) return start.boot;
  const first = mailbox.take();
  return first.type === 'boot' ? first.boot : exit(0);
}

async function main(): Promise<void> {
  const clock = createGuestClock();
  const state: WorkerState = { clock, random: createSeededBytes({ seed: 'boot', position: 0 }) };
  // The times of files too: the boot image is then the same in every process, and images of sessions open in any.
  Date.now = () => clock.now();
  closeWebAssembly();
  const stop = createStopSignal(mailbox.isStopWanted, () => performance.now());
  const room = createMemoryRoom();
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
  const { importModule } = host;
  const place = { ...start, importModule };
  const boot = takeBoot();
  const loaded = await loadInterpreter(place, boot.bootImage, seal, (found) => {
    memory = found;
    room.attach(found, boot.memoryBytes);
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
