import { SandboxError } from '../contract/errors.js';
import { plainCommand, whyNoProcess } from './command.js';
import { EngineProcess, type ProcessOptions } from './engine-process.js';
import { preferWalls } from './prefer-walls.js';
import { walledCommand } from './walls.js';
import type { RemoteRecipe } from './remote-recipe.js';

/** Starts the processes of one backend: behind walls where they can be had, else without. */
export interface Launcher {
  /** Whether a process has stood behind walls; undefined while nobody has tried. */
  readonly hasWalls: boolean | undefined;
  /** Whether a process has stood. */
  readonly hasLaunched: boolean;
  /** Why there can be no process. */
  obstacle(): string | undefined;
  /** Rejects at once, with the process ended, when the signal is aborted before it stands. */
  launch(abortSignal?: AbortSignal): Promise<EngineProcess>;
  /** A process without walls, for what those behind walls may not do. */
  launchPlain(): Promise<EngineProcess>;
}

interface Wanted {
  readonly abortSignal?: AbortSignal;
}

/** Makes a {@link Launcher}. */
export function createLauncher(remote: RemoteRecipe, options: ProcessOptions): Launcher {
  let hasLaunched = false;

  const obstacle = (): string | undefined => remote.obstacle ?? whyNoProcess();
  const requirePossible = (): void => {
    const why = obstacle();
    if (why !== undefined) throw new SandboxError('backend_unavailable', why);
  };
  const launchPlain = async ({ abortSignal }: Wanted = {}): Promise<EngineProcess> => {
    requirePossible();
    const command = plainCommand(remote.script);
    const process = await EngineProcess.start(command, remote.data(), options, abortSignal);
    hasLaunched = true;
    return process;
  };
  const walls = preferWalls<Wanted, EngineProcess>({
    async walled({ abortSignal }) {
      const data = remote.data();
      const command = await walledCommand(remote.script, remote.readable());
      return command && EngineProcess.start(command, data, options, abortSignal);
    },
    plain: launchPlain,
  });
  return {
    get hasLaunched() {
      return hasLaunched || walls.hasWalls === true;
    },
    get hasWalls() {
      return walls.hasWalls;
    },
    obstacle,
    async launch(abortSignal) {
      requirePossible();
      return walls.start(abortSignal === undefined ? {} : { abortSignal });
    },
    launchPlain: () => launchPlain(),
  };
}
