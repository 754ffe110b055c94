import { untilAborted } from '@rlm/repl-types/internal';
import { RlmError } from '@rlm/repl-types';

import { SandboxError } from '../contract/errors.js';
import type { EngineRecipe } from '../contract/engine.js';
import type { ResolvedOptions } from './options.js';
import type { Planned, StartPlan } from './plan.js';
import { reserveBytes } from '../python/memory-reserve.js';
import { interpreterBytes, startEngine } from './start-engine.js';
import { startOnce } from '../host/start-once.js';
import type { SandboxBackend } from '../contract/session.js';

/** The difference between the isolated and the unsafe backend. */
export interface CPythonKind {
  readonly name: string;
  readonly isolation: EngineRecipe['isolation'];
  readonly options: ResolvedOptions;
  /** Finds out how to start a guest here. */
  readonly plan: (options: ResolvedOptions) => Promise<Planned>;
}

/** The recipe of a backend on the machine's Python. What it learns about the machine is kept for later starts. */
export function createRecipe({ name, isolation, options, plan }: CPythonKind): EngineRecipe {
  let planned: Promise<Planned> | undefined;
  const prepare = async (): Promise<Planned> => {
    planned ??= plan(options);
    const result = await planned;
    if (!result.ok) planned = undefined;
    return result;
  };
  const planFor = async (): Promise<StartPlan> => {
    const result = await prepare();
    if (result.ok) return result.plan;
    throw new SandboxError(
      'backend_unavailable',
      `${name} cannot start here: ${result.reason} (${result.hint})`,
    );
  };
  return Object.freeze({
    name,
    language: 'python',
    isolation,
    capabilities: {
      snapshot: false,
      survivesTimeout: true,
      concurrentCalls: false,
      helpers: true,
      preflight: true,
      files: true,
    },
    textMemory: { copies: 2, besideBytes: interpreterBytes + reserveBytes },
    instructions: () => describeCPython('3', options.packages),
    probe: async () => probeEngine(await prepare()),
    find: async () => {
      await planFor();
    },
    start: async (start) => startEngine(await untilAborted(planFor(), start.abortSignal), start),
  } satisfies EngineRecipe);
}

/** The facts that the model needs about this REPL. */
function describeCPython(version: string, hasPackages: boolean): string {
  const packages = hasPackages
    ? 'The packages of this machine can be imported (try, and fall back to the standard library).'
    : 'Only the standard library can be imported.';
  return [
    `Python ${version}, a REPL: variables, functions, classes and imports stay from cell to cell.`,
    'You are shown what a cell prints, and the value of its last expression (cut at 4,000 characters).',
    'Functions of the host (llm_query and others) are ordinary functions that block until they are answered, and may be awaited too; a failed call raises HostCallError. llm_query_batched([...]) and asyncio.gather run their queries at the same time; threads (some dozens at most, on some machines none) do not.',
    packages,
    'There is no network, no file of yours, nothing can be written, and no program can be started; input() cannot ask anyone. All data is in variables.',
  ].join('\n');
}

/** Starts a guest as planned and ends it: only that shows that namespaces and filters are allowed here. */
async function probeEngine(planned: Planned): ReturnType<SandboxBackend['probe']> {
  if (!planned.ok) return planned;
  try {
    await startOnce((how) => startEngine(planned.plan, how));
    return { ok: true, readable: planned.plan.readable };
  } catch (error) {
    const reason = RlmError.isInstance(error) ? error.message : String(error);
    const hint = 'user namespaces must be allowed (containers and some distributions forbid them)';
    return { ok: false, reason, hint };
  }
}
