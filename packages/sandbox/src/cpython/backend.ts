import { messageOf, untilAborted } from '@rlm/repl-types/internal';

import type { Backend, ChildOptions } from '../contract/backend.js';
import { SandboxError } from '../contract/errors.js';
import { unavailable } from '../host/unavailable.js';
import { type Launch, ProcessChild, type Ready } from '../process/child.js';
import { startOnce } from '../process/place.js';
import { giveOwnUser, guestUserId } from '../process/walls/guest-user.js';
import { reserveBytes } from '../python/memory-reserve.js';
import { openingOptions } from '../python/opening-options.js';
import { driverSource } from './guest/index.js';
import type { ResolvedOptions } from './options.js';
import type { Planned, StartPlan } from './plan.js';

/** The difference between the isolated and the unsafe backend. */
export interface CPythonKind {
  readonly name: string;
  readonly isolation: Backend['isolation'];
  readonly options: ResolvedOptions;
  /** Finds out how to start a child here. */
  readonly plan: (options: ResolvedOptions) => Promise<Planned>;
}

/** Address space that the interpreter and its libraries take before any cell runs. */
const interpreterBytes: number = 96 * 1024 * 1024;

/** What a session takes, of ten: measured, in bytes. */
const sessionBytes: number = 15 * 1024 * 1024;

/** A backend on the machine's Python. What it learns about the machine is kept for later starts. */
export function createBackend({ name, isolation, options, plan }: CPythonKind): Backend {
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
  const spawn: Backend['spawn'] = (start) =>
    new ProcessChild(start, async (attempt, unwanted) => {
      return attempt(launchOf(name, await untilAborted(planFor(), unwanted), start));
    });
  return Object.freeze({
    name,
    language: 'python',
    isolation,
    capabilities: {
      survivesTimeout: true,
      helpers: true,
      preflight: true,
      files: true,
    },
    textMemory: { copies: 2, besideBytes: interpreterBytes + reserveBytes },
    sessionBytes,
    instructions: () => describeCPython('3', options.packages),
    async probe() {
      const result = await prepare();
      if (!result.ok) return result;
      try {
        // Only that shows that namespaces and filters are allowed here.
        await startOnce(spawn);
        return { ok: true, readable: result.plan.readable };
      } catch (error) {
        const hint =
          'user namespaces must be allowed (containers and some distributions forbid them)';
        return { ok: false, reason: messageOf(error), hint };
      }
    },
    async find() {
      await planFor();
    },
    spawn,
  } satisfies Backend);
}

/** How a Python is started as planned. */
function launchOf(name: string, plan: StartPlan, start: ChildOptions): Launch {
  const files = (start.files ?? []).map(({ opened }) => opened.descriptor);
  const { args, sockets = 0 } = plan.command;
  const closedFrom = String(5 + sockets + files.length);
  return {
    name,
    command: { ...plan.command, args: [...args, closedFrom], files },
    program: driverSource,
    options: () => sessionOptions(plan, start),
    prepare({ pid, sockets }, fail) {
      const [, filter, users] = sockets;
      if (plan.startFilter !== undefined) filter?.end(plan.startFilter);
      if (pid !== undefined && users !== undefined) giveOwnUser(pid, users, fail);
    },
    check(ready) {
      requireWalls(ready, plan.requiredWalls);
    },
  };
}

function sessionOptions(plan: StartPlan, start: ChildOptions): object {
  const { limits } = start;
  return {
    ...openingOptions(start),
    paths: plan.packages,
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

/** @throws SandboxError `backend_unavailable` if a wall does not stand */
function requireWalls({ head }: Ready, required: readonly string[]): void {
  const standing: readonly unknown[] = Array.isArray(head['walls']) ? head['walls'] : [];
  const missing = required.filter((wall) => !standing.includes(wall));
  if (missing.length === 0) return;
  throw unavailable(
    `the isolation of its process is incomplete (missing: ${missing.join(', ')})`,
    'put the bubblewrap of your system first on the PATH (apt-get install bubblewrap)',
  );
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
