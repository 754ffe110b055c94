import { SandboxError } from '../contract/errors.js';
import { plainCommand, whyNoProcess } from './command.js';
import { EngineProcess, type ProcessOptions } from './engine-process.js';
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
  launch(): Promise<EngineProcess>;
  /** A process without walls, for what those behind walls may not do. */
  launchPlain(): Promise<EngineProcess>;
}

/** Makes a {@link Launcher}. */
export function createLauncher(remote: RemoteRecipe, options: ProcessOptions): Launcher {
  let hasWalls: boolean | undefined;
  let hasLaunched = false;

  const obstacle = (): string | undefined => remote.obstacle ?? whyNoProcess();
  const requirePossible = (): void => {
    const why = obstacle();
    if (why !== undefined) throw new SandboxError('backend_unavailable', why);
  };
  const launchPlain = async (): Promise<EngineProcess> => {
    requirePossible();
    const process = await EngineProcess.start(plainCommand(remote.script), remote.data(), options);
    hasLaunched = true;
    return process;
  };
  const launchWalled = async (): Promise<EngineProcess | undefined> => {
    const data = remote.data();
    const command = await walledCommand(remote.script, remote.readable());
    if (command === undefined) return undefined;
    try {
      return await EngineProcess.start(command, data, options);
    } catch {
      // Walls that stood before are not left out for one that did not start: another is tried.
      return hasWalls === true ? EngineProcess.start(command, data, options) : undefined;
    }
  };
  return {
    get hasLaunched() {
      return hasLaunched || hasWalls === true;
    },
    get hasWalls() {
      return hasWalls;
    },
    obstacle,
    async launch() {
      requirePossible();
      if (hasWalls === false) return launchPlain();
      const walled = await launchWalled();
      hasWalls = walled !== undefined;
      return walled ?? launchPlain();
    },
    launchPlain,
  };
}
