import { availableParallelism } from 'node:os';

import type { EngineExit } from './engine.js';
import { SandboxError } from '../../contract/errors.js';

/**
 * How long a process may take until it is ready, and an engine in it once its turn has come. Both are ten times what a
 * busy machine needs, which starts Node.js in a second or two, and Python in five. With a fifth of a processor these
 * take 5 and 20 s. A process that stalls is given up. An engine that stalls is started again elsewhere, and its process
 * keeps its other engines. `abortSignal` lets the caller who opens a session give up earlier.
 */
export const startMs = { process: 30_000, engine: 60_000 } as const;

/** Engines that one process starts at once. More would only share the processors, and all would be late. */
export const startsAtOnce: number = Math.max(2, availableParallelism());

/** The signal of those who wait for as long as it takes. */
export const alwaysWanted: AbortSignal = new AbortController().signal;

/** An engine's turn to start had not come when its process was gone, or took no more. */
export class StartNotBegun extends SandboxError {}

/** The error of who waits for a process that has ended. */
export const lost = (
  { reason }: EngineExit,
  Fault: typeof SandboxError = SandboxError,
): SandboxError => new Fault('session_lost', `the engines' process ended: ${reason}`);
