import { SandboxError } from '../contract/errors.js';
import { isolatedCommand, plainCommand, whyNoProcess } from './command.js';
import { EngineProcess, type ProcessOptions } from './engine-process.js';
import { preferIsolation } from './prefer-isolation.js';
import type { RemoteRecipe } from './remote-recipe.js';

/** Starts the processes of one backend: isolated if that can be had, else without. */
export interface Launcher {
  /** Whether a process has been isolated: from then on, all are. */
  readonly isIsolated: boolean;
  /** Whether a process has stood. */
  readonly hasLaunched: boolean;
  /** Why there can be no process. */
  obstacle(): string | undefined;
  /** Rejects at once, with the process ended, when the signal is aborted before it stands. */
  launch(abortSignal?: AbortSignal): Promise<EngineProcess>;
  /** A process without isolation, for what those with it may not do. */
  launchPlain(): Promise<EngineProcess>;
}

/** Who wants to know of the processes. */
export interface LauncherOptions extends ProcessOptions {
  /** Called after each start without isolation that was not asked for, with the reason. */
  readonly onFallback: (reason: unknown) => void;
}

interface Wanted {
  readonly abortSignal?: AbortSignal;
  /** What its script makes the recipe of. */
  readonly data: unknown;
}

/** Makes a {@link Launcher}. */
export function createLauncher(remote: RemoteRecipe, options: LauncherOptions): Launcher {
  let hasLaunched = false;

  const obstacle = (): string | undefined => remote.obstacle ?? whyNoProcess();
  const requirePossible = (): void => {
    const why = obstacle();
    if (why !== undefined) throw new SandboxError('backend_unavailable', why);
  };
  const launchPlain = async ({ data, abortSignal }: Wanted): Promise<EngineProcess> => {
    const command = plainCommand(remote.script);
    const process = await EngineProcess.start(command, data, options, abortSignal);
    hasLaunched = true;
    return process;
  };
  const preference = preferIsolation<Wanted, EngineProcess>({
    async isolated({ data, abortSignal }) {
      const command = await isolatedCommand(remote.script, remote.readable());
      return EngineProcess.start(command, data, options, abortSignal);
    },
    plain: launchPlain,
    onFallback: options.onFallback,
  });
  return {
    get hasLaunched() {
      return hasLaunched || preference.isIsolated;
    },
    get isIsolated() {
      return preference.isIsolated;
    },
    obstacle,
    async launch(abortSignal) {
      requirePossible();
      const data = remote.data();
      return preference.start({ data, ...(abortSignal && { abortSignal }) });
    },
    async launchPlain() {
      requirePossible();
      return launchPlain({ data: remote.data() });
    },
  };
}
