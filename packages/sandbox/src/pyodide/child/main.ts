import { setFlagsFromString } from 'node:v8';

import { messageOf } from '@rlm/repl-types/internal';

import type { ScriptHost } from '../../process/inside/bootstrap.js';
import { flush, writeFrame } from '../../process/inside/pipe.js';
import { type Opened, type Opening, serve } from '../../process/inside/serve.js';
import { cellToStop } from '../../process/inside/stops.js';
import { kinds } from '../../process/kinds.js';
import { present } from '../present.js';
import { digestBytes, type PyodideStart } from '../start.js';
import type { ChildState } from './child-state.js';
import { createGuestClock } from './guest-clock.js';
import { closeWebAssembly, type LoadedInterpreter, loadInterpreter } from './interpreter.js';
import { makeBase } from './make-base.js';
import { openSnapshot, openSnapshotFile, type Snapshot } from './memory-snapshot.js';
import { createMemoryRoom, type MemoryRoom } from './memory-room.js';
import { replacedImports } from './replaced-imports.js';
import { createSeal, type Seal } from './seal.js';
import { createSeededBytes } from './seeded-bytes.js';
import { prepareSession } from './session.js';
import { createStopSignal } from './stop-signal.js';

/** Defined by the bootstrap that runs this script. */
declare const host: ScriptHost;

/**
 * The optimizing compilers of V8 begin after some work of cells. By default they compile the largest functions of the interpreter while that
 * boots, and loops that run once then, which takes more time and memory than all else in a short session. A V8 that does not know these
 * settings writes a line to stderr.
 */
const tieringBudget = '--wasm-tiering-budget=2000000000';
const [noOptimizing, optimizing] = ['--no-opt', '--opt'];

const clock = createGuestClock();
const state: ChildState = { clock, random: createSeededBytes({ seed: 'boot', position: 0 }) };
/** The cell that runs; 0: none. */
const running = { cell: 0 };

function isStopWanted(): boolean {
  return running.cell !== 0 && cellToStop() === running.cell;
}

/** Milliseconds of work: on a busy machine a moment of it takes longer. */
function worked(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

const stop = createStopSignal(isStopWanted, worked);

function violate(reason: string): never {
  writeFrame(kinds.violation, reason);
  flush();
  return process.abort();
}

async function load(
  start: PyodideStart,
  base: Snapshot | undefined,
): Promise<{ loaded: LoadedInterpreter; seal: Seal; room: MemoryRoom }> {
  const room = createMemoryRoom();
  let memory: WebAssembly.Memory | undefined;
  const seal = createSeal({
    onViolation: (name) => violate(`the guest called the forbidden import ${name}`),
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
  const place = { ...start, importModule: host.importModule };
  const loaded = await loadInterpreter(place, base, seal, (found) => {
    memory = found;
    room.attach(found, base && start.session.memoryBytes);
  });
  return { loaded, seal, room };
}

/** Why no interpreter starts, with the file that it should have started from. */
function unusable({ basePath }: PyodideStart, error: unknown): unknown {
  if (basePath === undefined) return error;
  const advice = `delete ${basePath}, from which it starts: it is made again`;
  return new Error(`Pyodide cannot start: ${messageOf(error)}; ${advice}`, { cause: error });
}

async function open({ options: start, parts, files }: Opening<PyodideStart>): Promise<Opened> {
  // The times of files too: the base is then the same in every process, and snapshots of sessions open in any.
  Date.now = () => clock.now();
  setFlagsFromString(tieringBudget);
  setFlagsFromString(noOptimizing);
  closeWebAssembly();
  const [file] = files;
  if (start.makesBaseOf !== undefined) {
    const { loaded } = await load(start, undefined);
    const bytes = makeBase(loaded.interpreter, start.makesBaseOf);
    return { parts: { base: bytes }, run: () => undefined };
  }
  const base =
    file === undefined
      ? openSnapshot(present(parts['base'], 'the base'))
      : openSnapshotFile(file, digestBytes);
  const { loaded, seal, room } = await load(start, base).catch((error: unknown) => {
    throw unusable(start, error);
  });
  setFlagsFromString(optimizing);
  // However the interpreter booted, its session begins at the same time.
  clock.set();
  state.random = createSeededBytes({ seed: start.session.seed, position: 0 });
  const run = prepareSession({
    loaded,
    start: start.session,
    snapshot: parts['snapshot'] && openSnapshot(parts['snapshot']),
    base,
    state,
    seal,
    stop,
    room,
    running,
    onViolation: violate,
  });
  return { run };
}

serve(open);
