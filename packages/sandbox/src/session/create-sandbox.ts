import { askHook, awaitHook, requireWebCrypto } from '@rlm/repl-types/internal';

import type { Backend, Child, ChildOptions } from '../contract/backend.js';
import type { SandboxBackend, SandboxSession, SessionOptions } from '../contract/session.js';
import { requireIsolation } from './isolation.js';
import { openFiles } from './long-texts.js';
import { placesOf, sessionsInMemory, wishFor } from './places/kinds.js';
import { openInPlace } from './places/places.js';
import { resolveSessionOptions } from './options.js';
import { Session } from './session.js';
import { verifySnapshot } from './snapshot.js';

/** A {@link Backend} with its defaults: what sessions are opened from. */
export interface WholeBackend extends Omit<SandboxBackend, 'open'> {
  find(limits: Parameters<NonNullable<Backend['find']>>[0]): Promise<void>;
  spawn(options: ChildOptions): Child;
}

/** How the sessions of a backend are limited. */
export interface SandboxPlaces {
  /**
   * How many sessions of backends with this `name` may be open at once in this process before one more of this sandbox has to wait.
   * Default: as many as three quarters of the memory hold, by `sessionBytes`; without that, any number.
   */
  readonly maxSessions?: number | undefined;
}

/**
 * Makes a sandbox of a backend: everything that must not differ between backends (serial execution, time,
 * budgets, host calls, FINAL, output, recovery, use after close) is added here.
 *
 * @example
 * export const mine = (): SandboxBackend => createSandbox({ name: 'mine', language: 'javascript', spawn });
 */
export function createSandbox(backend: Backend, places: SandboxPlaces = {}): SandboxBackend {
  const whole = complete(backend);
  const { sessionBytes } = backend;
  const ofMemory = sessionBytes === undefined ? Infinity : sessionsInMemory(sessionBytes);
  const { maxSessions = ofMemory } = places;
  return Object.freeze({
    name: whole.name,
    language: whole.language,
    get isolation() {
      return whole.isolation;
    },
    capabilities: whole.capabilities,
    textMemory: whole.textMemory,
    instructions: () => whole.instructions(),
    build: whole.build,
    probe: async () => {
      try {
        requireWebCrypto();
      } catch (error) {
        return { ok: false, reason: (error as Error).message };
      }
      return whole.probe();
    },
    open: async (options: SessionOptions = {}) => {
      requireWebCrypto();
      const resolved = resolveSessionOptions(whole.language, options);
      await requireIsolation(whole, options.require);
      const { onPlace } = options;
      const { abortSignal, snapshot, limits } = resolved;
      if (onPlace !== undefined) await whole.find(limits);
      const wish = wishFor(whole.name, maxSessions, options);
      return openInPlace(placesOf(whole.name), wish, async (held) => {
        if (onPlace !== undefined) askHook('onPlace()', onPlace);
        abortSignal?.throwIfAborted();
        if (snapshot !== undefined) await verifySnapshot(whole, snapshot, limits.memoryBytes);
        const texts = whole.capabilities.files === true ? (options.files ?? []) : [];
        const files = await openFiles(texts);
        return asObject(await Session.open(whole, { ...resolved, files }, held));
      });
    },
  });
}

/** A session as its users get it: an object that can be copied, with methods that can be taken out of it. */
function asObject(session: Session): SandboxSession {
  return {
    backend: session.backend,
    language: session.language,
    execute: session.execute.bind(session),
    set: session.set.bind(session),
    get: session.get.bind(session),
    variables: session.variables.bind(session),
    idle: session.idle.bind(session),
    get guestMs() {
      return session.guestMs;
    },
    snapshot: session.snapshot.bind(session),
    fork: async () => asObject(await session.fork()),
    undo: session.undo.bind(session),
    close: session.close.bind(session),
    [Symbol.asyncDispose]: session.close.bind(session),
  };
}

function complete(backend: Backend): WholeBackend {
  const { build } = backend;
  return {
    name: backend.name,
    language: backend.language,
    get isolation() {
      return backend.isolation ?? 'none';
    },
    capabilities: Object.freeze({
      snapshot: false,
      survivesTimeout: false,
      concurrentCalls: true,
      files: false,
      ...backend.capabilities,
    }),
    textMemory: backend.textMemory,
    instructions: () => backend.instructions?.() ?? '',
    build: build && (() => awaitHook(() => build.call(backend))),
    probe: () => awaitHook(() => backend.probe?.() ?? { ok: true }),
    find: (limits) => awaitHook(() => backend.find?.(limits)),
    spawn: (options) => backend.spawn(options),
  };
}
