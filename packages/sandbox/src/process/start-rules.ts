import { availableParallelism } from 'node:os';

import { SandboxError } from '../contract/errors.js';

/**
 * How long a process may take to say that it stands, and an engine in it from when its turn has come: ten times what a busy machine
 * takes, which starts Node.js in a second or two, and Python anew in five. With a fifth of a processor that is 5 and 20 s. A process
 * that stalls is given up; an engine that stalls is started again elsewhere, and its process goes on with those that it has. Who opens a
 * session may give up earlier by `abortSignal`.
 */
export const startMs = { process: 30_000, engine: 60_000 } as const;

/** Engines that one process starts at once. More would only share the processors, and all would be late. */
export const startsAtOnce: number = Math.max(2, availableParallelism());

/** The signal of those who wait for as long as it takes. */
export const alwaysWanted: AbortSignal = new AbortController().signal;

/** An engine's turn to start had not come when its process was gone, or took no more. */
export class StartNotBegun extends SandboxError {}
