import { messageOf } from '@rlm/repl-types/internal';

import type { Engine, EngineRecipe, EngineStart } from './engine.js';
import type { EngineProcess } from './engine-process.js';
import type { IsolationDiagnostic } from '../place.js';
import { isolationMissing, toldBy } from './isolation-missing.js';
import { createLauncher } from './launcher.js';
import { createSharedProcess } from './shared-process.js';
import type { RemoteRecipe } from './remote-recipe.js';
import { StartNotBegun } from './start-rules.js';

/**
 * Where the engines of a backend run. `shared`: in one child process for all its sessions, which ends after the last.
 * `own`: each in its own child process. `none`: in the host's process, which a fatal error of V8 then ends.
 */
export type ProcessMode = 'shared' | 'own' | 'none';

/** Something that a user may want to know, and that stops nothing. */
export interface ProcessDiagnostic {
  /**
   * `no_process`: sessions run in this process although this was not requested. `isolation_missing`: the operating
   * system does not isolate their process.
   */
  readonly code: 'no_process' | 'isolation_missing';
  /** What is missing, and what to install. */
  readonly message: string;
}

/** How a recipe is put into processes. */
export interface ProcessPlacement {
  /** The requested mode. Default: `shared`, or `none` if no process can be started. */
  readonly mode: ProcessMode | undefined;
  readonly onDiagnostic: (diagnostic: ProcessDiagnostic) => void;
  /**
   * Called with diagnostics of the remote engines.
   *
   * @param buildPlain Has a process without isolation make and keep the build; undefined if this was one.
   */
  readonly onRemoteDiagnostic?: (
    diagnostic: unknown,
    buildPlain: (() => Promise<void>) | undefined,
  ) => void;
}

/** How long a process without engines waits for another, in milliseconds: sessions often follow each other. */
const lingerMs = 250;

/** Puts the engines of a recipe into child processes. */
export function withProcess(
  recipe: EngineRecipe,
  remote: RemoteRecipe,
  { mode, onDiagnostic, onRemoteDiagnostic = () => undefined }: ProcessPlacement,
): EngineRecipe {
  if (mode === 'none') return recipe;
  let build: Promise<string> | undefined;
  /** Processes that take no further engine, and end with the one that they hold. */
  const full = new WeakSet<EngineProcess>();
  let hasTold = false;
  /** Why no process became ready although none was requested. */
  let obstacle: string | undefined;
  let isolationFault: IsolationDiagnostic | undefined;

  const launcher = createLauncher(remote, {
    onDiagnostic: (diagnostic, process) => {
      onRemoteDiagnostic(diagnostic, process.isIsolated ? buildPlain : undefined);
    },
    onIdle: (process) => {
      letGo(process);
    },
    keep: remote.keep?.bind(remote),
    onFallback(reason) {
      const hasTold = isolationFault !== undefined;
      isolationFault = isolationMissing(recipe.name, reason, 'the WebAssembly sandbox of V8');
      if (!hasTold) onDiagnostic(isolationFault);
    },
  });
  const letGo = (process: EngineProcess): void => {
    if (full.has(process)) void process.end();
    else setTimeout(retire, lingerMs, process).unref();
  };
  const retire = (process: EngineProcess): void => {
    if (!process.isIdle) return;
    full.add(process);
    void process.end();
  };
  const shared = createSharedProcess({
    launch: (abortSignal) => launcher.launch(abortSignal),
    // Isolation is never given up once it worked: an older process takes no further sessions.
    isOpen: (process) =>
      process.isOpen && !full.has(process) && (process.isIsolated || !launcher.isIsolated),
    letGo,
  });
  const launchOwn = async (abortSignal?: AbortSignal): Promise<EngineProcess> => {
    const process = await launcher.launch(abortSignal);
    full.add(process);
    return process;
  };
  const place = (abortSignal?: AbortSignal): Promise<EngineProcess> =>
    mode === 'own' ? launchOwn(abortSignal) : shared.take(abortSignal);
  const startApart = async (start: EngineStart, attempts = 2): Promise<Engine> => {
    const { abortSignal } = start;
    if (start.alone === true) return (await launchOwn(abortSignal)).start(start);
    const process = await place(abortSignal);
    try {
      return await process.start(start);
    } catch (error) {
      abortSignal?.throwIfAborted();
      // Another session's guest may have ended it in this moment, or an engine did not start there: this one, or one before its turn.
      const left = error instanceof StartNotBegun ? attempts : attempts - 1;
      if (process.isOpen || full.has(process) || left === 0) throw error;
      return startApart(start, left);
    }
  };
  const buildIn = async (process: EngineProcess): Promise<string> => {
    try {
      return await process.build();
    } finally {
      letGo(process);
    }
  };
  const buildPlain = async (): Promise<void> => {
    const process = await launcher.launchPlain();
    try {
      await process.build();
    } finally {
      await process.end();
    }
  };
  /** Whether engines run in this process although this was not requested. */
  const mustStay = (): boolean => {
    const why = obstacle ?? launcher.obstacle();
    if (mode !== undefined || why === undefined) return false;
    if (!hasTold) {
      hasTold = true;
      const { reason, hint } = noProcess(recipe.name, new Error(why));
      onDiagnostic({ code: 'no_process', message: `${reason}; ${hint}` });
    }
    return true;
  };

  /** Tries once whether a process becomes ready at all, if the mode was not requested. Returns that process. */
  const tryFirst = async (abortSignal?: AbortSignal): Promise<EngineProcess | undefined> => {
    if (mode !== undefined || launcher.hasLaunched || launcher.obstacle() !== undefined) {
      return undefined;
    }
    try {
      return await place(abortSignal);
    } catch (error) {
      abortSignal?.throwIfAborted();
      // A part that is missing here as well is reported on its own.
      if ((await recipe.probe()).ok) obstacle = messageOf(error);
      return undefined;
    }
  };

  return {
    ...recipe,
    get isolation() {
      return launcher.isIsolated ? 'wasm+os' : recipe.isolation;
    },
    async build() {
      await tryFirst();
      if (mustStay()) return (await recipe.build?.()) ?? '';
      build ??= place().then(buildIn);
      build.catch(() => (build = undefined));
      return build;
    },
    async probe() {
      const probed = await recipe.probe();
      const tried = await tryFirst();
      if (tried !== undefined) letGo(tried);
      if (!probed.ok || mustStay()) return probed;
      try {
        if (tried === undefined) await (await launcher.launch()).end();
        return launcher.isIsolated ? probed : { ...probed, ...toldBy(isolationFault) };
      } catch (error) {
        return { ok: false, ...noProcess(recipe.name, error) };
      }
    },
    async start(start) {
      await tryFirst(start.abortSignal);
      return mustStay() ? recipe.start(start) : startApart(start);
    },
  };
}

function noProcess(name: string, error: unknown): { reason: string; hint: string } {
  return {
    reason: `${name}() cannot run in a process of its own: ${messageOf(error)}`,
    hint: `with process: 'none' it runs in this one, which a guest may then be able to end`,
  };
}
