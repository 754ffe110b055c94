import { startOnce } from '../host/start-once.js';
import { probeFailure } from '../host/unavailable.js';
import { holdBack } from '../supervisor/hold-back.js';
import { isolateGuest } from '../process/isolate-guest.js';
import {
  isolationMissing,
  toldBy,
  type IsolationDiagnostic,
} from '../process/isolation-missing.js';
import { toldDiagnostics } from '../supervisor/told-diagnostics.js';
import { preferIsolation } from '../process/prefer-isolation.js';
import { testIsolation } from '../process/test-isolation.js';
import type { Engine, EngineRecipe, EngineStart } from '../contract/engine.js';
import { instructions } from './instructions.js';
import { montyVersion } from './locate.js';
import { type MontyOptions, resolveOptions } from './options.js';
import { planWorker, type WorkerPlan } from './plan.js';
import { startMonty } from './start-engine.js';

/** Changes whenever images of earlier versions of the adapter could not be opened any more. */
const adapter = 4;

/** The recipe of the backend on the Monty worker. */
export function createMontyRecipe(given: MontyOptions = {}): EngineRecipe {
  const options = resolveOptions(given);
  let planned: Promise<WorkerPlan> | undefined;
  const plan = (): Promise<WorkerPlan> => {
    planned ??= planWorker(options);
    planned.catch(() => (planned = undefined));
    return planned;
  };
  const tell = toldDiagnostics('monty', options.onDiagnostic);
  let isolationFault: IsolationDiagnostic | undefined;
  const preference = preferIsolation<EngineStart, Engine>({
    async isolated(how) {
      const { guest, filter } = await isolateGuest((await plan()).worker, []);
      const held = holdBack(how.events);
      // The worker cannot test its isolation: another program does, beside its start.
      const [started, tested] = await Promise.allSettled([
        startMonty(guest, { ...how, events: held.events }, filter),
        testIsolation(),
      ]);
      if (started.status === 'rejected') throw started.reason;
      if (tested.status === 'fulfilled') {
        held.give();
        return started.value;
      }
      await started.value.kill();
      throw tested.reason;
    },
    plain: async (how) => startMonty((await plan()).plain, how),
    onFallback(reason) {
      const hasTold = isolationFault !== undefined;
      isolationFault = isolationMissing('monty', reason, "the worker's interpreter");
      if (!hasTold) tell(isolationFault);
    },
  });
  const { start } = preference;
  return Object.freeze({
    name: 'monty',
    language: 'python',
    get isolation() {
      return preference.isIsolated ? 'process+os' : 'process';
    },
    // Its parser does not expose a tree: cells run as they are.
    capabilities: {
      snapshot: true,
      survivesTimeout: false,
      concurrentCalls: false,
      helpers: true,
      preflight: false,
    },
    instructions: () => instructions,
    build: () => Promise.resolve(`monty-${montyVersion}-${process.arch}-${adapter}`),
    probe: async () => {
      try {
        await startOnce(start);
        return { ok: true, ...(preference.isIsolated ? {} : toldBy(isolationFault)) };
      } catch (error) {
        const hint = 'the worker is for x86-64 Linux with glibc 2.28 or later; use pyodide()';
        return { hint, ...probeFailure(error) };
      }
    },
    start,
  } satisfies EngineRecipe);
}
