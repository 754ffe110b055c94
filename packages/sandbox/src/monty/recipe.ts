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
import { montyVersion } from './locate.js';
import { type MontyOptions, resolveOptions } from './options.js';
import { planWorker, type WorkerPlan } from './plan.js';
import { startMonty } from './start-engine.js';

/** Changes whenever snapshots of earlier versions of the adapter could not be opened any more. */
const adapter = 5;

/** The recipe of the backend on the Monty worker. */
export function createMontyRecipe(given: MontyOptions = {}): EngineRecipe {
  const options = resolveOptions(given);
  let planned: WorkerPlan | undefined;
  const plan = (): WorkerPlan => (planned ??= planWorker(options));
  const tell = toldDiagnostics('monty', options.onDiagnostic);
  let isolationFault: IsolationDiagnostic | undefined;
  const preference = preferIsolation<EngineStart, Engine>({
    async isolated(how) {
      const { guest, filter } = isolateGuest(plan().worker, []);
      const held = holdBack(how.events);
      // The worker cannot test its isolation: another program does, beside its start.
      const [started, tested] = await Promise.allSettled([
        startMonty(guest, { ...how, events: held.events }, filter()),
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
    plain: async (how) => startMonty(plan().plain, how),
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

/** The facts that the model needs about this REPL. */
const instructions: string = [
  'A small, fast subset of Python 3 (Monty): functions, lambdas, closures, comprehensions, f-strings, try/except/finally, with, unpacking, walrus, big integers, simple classes and dataclasses; the modules asyncio, collections, dataclasses, datetime, functools, itertools, json, math, re, sys, typing, and no others. Variables stay; the value of a last expression is shown too (cut at 4,000 characters).',
  'Missing: yield, class inheritance, exceptions of your own, properties, match, del, % formatting, dict | dict, slice assignment, a[i], a[j] = a[j], a[i], print(file=...), raising what is no text, eval, exec, globals, locals, dir, callable, super, input. Generator expressions are lists at once. A return outside of a function ends the block quietly.',
  'Host functions (llm_query) block until they are answered, with `await` or without; HostCallError is RuntimeError. asyncio.gather and callbacks of builtins (sorted, map, re.sub) cannot call them: use llm_query_batched([...]) or a loop. There are no files, network or programs.',
].join('\n');
