import { SandboxError } from '../../contract/errors.js';
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
  /** Rejects at once, with the process ended, if the signal is aborted before the process is ready. */
  launch(abortSignal?: AbortSignal): Promise<EngineProcess>;
  /** Launches a process without isolation, for work that isolated ones may not do. */
  launchPlain(): Promise<EngineProcess>;
}

/** Who wants to know of the processes. */
export interface LauncherOptions extends ProcessOptions {
  /** Called after each start without isolation that was not asked for, with the reason. */
  readonly onFallback: (reason: unknown) => void;
}

interface Wanted {
  readonly abortSignal?: AbortSignal | undefined;
}

/** Makes a {@link Launcher}. */
export function createLauncher(remote: RemoteRecipe, options: LauncherOptions): Launcher {
  let hasLaunched = false;

  const obstacle = (): string | undefined => remote.obstacle ?? whyNoProcess();
  const requirePossible = (): void => {
    const why = obstacle();
    if (why !== undefined) throw new SandboxError('backend_unavailable', why);
  };
  /** Starts with the file that the process reads, if there is one. */
  const withFile = async (
    start: (data: unknown, files: readonly number[]) => Promise<EngineProcess>,
  ): Promise<EngineProcess> => {
    const file = await remote.open?.();
    try {
      return await start(remote.data(), file === undefined ? [] : [file.fd]);
    } finally {
      await file?.close();
    }
  };
  const launchPlain = ({ abortSignal }: Wanted = {}): Promise<EngineProcess> =>
    withFile(async (data, files) => {
      const command = plainCommand(remote, files);
      const process = await EngineProcess.start(command, data, options, abortSignal);
      hasLaunched = true;
      return process;
    });
  const preference = preferIsolation<Wanted, EngineProcess>({
    isolated: ({ abortSignal }) =>
      withFile(async (data, files) => {
        const command = isolatedCommand(remote, files);
        return EngineProcess.start(command, data, options, abortSignal);
      }),
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
      // A part that is missing there as well has nothing to do with isolation.
      remote.data();
      return preference.start({ abortSignal });
    },
    async launchPlain() {
      requirePossible();
      return launchPlain();
    },
  };
}
