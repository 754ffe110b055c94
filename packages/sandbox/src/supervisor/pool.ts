import { SandboxError } from '../contract/errors.js';
import type { SandboxBackend, SandboxSession, SessionOptions } from '../contract/session.js';
import { bindFunctions } from './host-functions.js';
import { requireIsolation } from './isolation.js';
import { SupervisedSession } from './session.js';
import { resolveLimits } from './session-options.js';

/** Options of {@link createSandboxPool}. */
export interface SandboxPoolOptions {
  /** Sessions that are kept warm; default 2. */
  readonly warm?: number;
  /** What the warm sessions are opened with: names of host functions, limits, dialects. */
  readonly session?: Pick<SessionOptions, 'functions' | 'limits' | 'dialects'>;
}

/**
 * How long the pool waits before it opens what it lacks, in milliseconds: opening takes a core, which belongs to the
 * first cell of the session that was just handed out.
 */
const refillAfterMs = 50;

/** A backend whose sessions are already open when they are asked for. */
export interface SandboxPool extends SandboxBackend {
  /** Resolves when the pool is as warm as it is meant to be. */
  ready(): Promise<void>;
  /** Ends the warm sessions; those that were handed out are their owners'. */
  close(): Promise<void>;
}

/**
 * Keeps sessions of a backend warm, and hands them out in `open`. A session is handed out once: when its owner
 * closes it, it is gone, and a fresh one takes its place in the pool, so that nothing passes from owner to owner.
 *
 * `open` takes a warm session when its options fit what the pool warms (the same names of functions, limits,
 * dialects; no image, no replay); the functions themselves, the clock and the seed are the new owner's. Otherwise
 * it opens one anew.
 */
export function createSandboxPool(
  backend: SandboxBackend,
  { warm = 2, session = {} }: SandboxPoolOptions = {},
): SandboxPool {
  if (!Number.isSafeInteger(warm) || warm < 0) {
    throw new SandboxError('invalid_option', `expected warm to be a whole number, got ${warm}`);
  }
  const shape = shapeOf(session);
  const idle: Promise<SandboxSession>[] = [];
  let isClosed = false;
  let refill: ReturnType<typeof setTimeout> | undefined;

  const fill = (): void => {
    while (!isClosed && idle.length < warm) {
      const opening = backend.open(session);
      idle.push(opening);
      opening.catch(() => {
        const index = idle.indexOf(opening);
        if (index !== -1) void idle.splice(index, 1);
      });
    }
  };
  fill();

  return Object.freeze({
    name: backend.name,
    language: backend.language,
    isolation: backend.isolation,
    capabilities: backend.capabilities,
    instructions: () => backend.instructions(),
    probe: () => backend.probe(),
    async open(options: SessionOptions = {}) {
      if (isClosed) throw new SandboxError('session_closed', 'the pool was closed');
      requireIsolation(backend, options.require);
      options.abortSignal?.throwIfAborted();
      const isFit =
        options.image === undefined && options.replay === undefined && shapeOf(options) === shape;
      const opening = isFit ? idle.shift() : undefined;
      clearTimeout(refill);
      refill = setTimeout(fill, refillAfterMs);
      const taken = await opening?.catch(() => undefined);
      return (await handOver(taken, options)) ?? backend.open(options);
    },
    async ready() {
      fill();
      await Promise.all(idle);
    },
    async close() {
      isClosed = true;
      clearTimeout(refill);
      const sessions = await Promise.allSettled(idle.splice(0));
      for (const opened of sessions) {
        if (opened.status === 'fulfilled') await opened.value.close();
      }
    },
  });
}

/** Makes a warm session its new owner's; gives undefined where that cannot be. */
async function handOver(
  session: SandboxSession | undefined,
  options: SessionOptions,
): Promise<SandboxSession | undefined> {
  if (!(session instanceof SupervisedSession)) {
    await session?.close();
    return undefined;
  }
  try {
    await session.adopt(options);
    return session;
  } catch (error) {
    await session.close();
    if (SandboxError.isInstance(error) && error.code === 'session_lost') return undefined;
    throw error;
  }
}

/** What two sets of options must have in common for one session to serve both. */
function shapeOf({ functions, limits, dialects }: SessionOptions): string {
  return JSON.stringify([
    [...bindFunctions(functions).keys()].sort(),
    Object.entries(resolveLimits(limits)).sort(([a], [b]) => (a < b ? -1 : 1)),
    dialects ?? ['final', 'submit'],
  ]);
}
