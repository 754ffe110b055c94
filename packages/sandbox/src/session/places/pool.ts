import {
  advised,
  awaitHook,
  bound,
  checkOption,
  messageOf,
  refuseOption,
  warn,
  withMethods,
} from '@rlm/repl-types/internal';
import {
  checkOptions,
  fields,
  required,
  wholeNumber,
  type OptionRule,
} from '@rlm/repl-types/options';

import { SandboxError } from '../../contract/errors.js';
import type {
  PlaceWait,
  SandboxBackend,
  SandboxSession,
  SessionOptions,
} from '../../contract/session.js';
import { requireIsolation } from '../isolation.js';
import { sessionRule } from '../options.js';
import { onAbort } from '../on-abort.js';
import { callFor, openInPlace, Places, type Held } from './places.js';

/** Options of {@link createSandboxPool}. */
export interface SandboxPoolOptions {
  /** Sessions that are open at the same time; default `Infinity`. Who opens more waits for one to be closed. */
  readonly max?: number | undefined;
  /**
   * How many may wait for a session; default 1,000. Beyond that one is refused (`pool_full`): the last of the tenant of
   * whom the most wait, or the next if it is of that tenant.
   */
  readonly maxWaiting?: number | undefined;
  /** How long one waits for a session before it is refused (`pool_timeout`), in milliseconds; default 60,000. */
  readonly waitMs?: number | undefined;
}

const backendRule: OptionRule = advised(
  withMethods('a backend such as quickjs()', ['open']),
  (value) => (typeof value === 'function' ? 'Call it, and pass what it returns.' : undefined),
);

const poolRule: OptionRule = fields<SandboxPoolOptions>({
  max: bound(1),
  maxWaiting: bound(0),
  waitMs: wholeNumber(0),
});

/** A backend with a limit of the sessions that are open at the same time. */
export interface SandboxPool extends SandboxBackend {
  /** Refuses those who wait, and who come later; sessions that are open are their owners'. */
  close(): Promise<void>;
}

/**
 * Limits how many sessions of a backend are open at the same time. Who opens one more waits, in the order in which they
 * came; if they name their `tenant`, tenants take turns. The run of a session's child is let in beyond `max` if nothing
 * else could end: see `docs/pool.md`.
 *
 * @throws InvalidOptionError
 */
export function createSandboxPool(
  backend: SandboxBackend,
  options: SandboxPoolOptions = {},
): SandboxPool {
  checkOption('backend', backend, required(backendRule), refuseOption);
  checkOptions(options, poolRule, refuseOption);
  const { max = Infinity, maxWaiting = 1_000, waitMs = 60_000 } = options;
  const places = new Places('the pool');
  let isClosed = false;

  return Object.freeze({
    name: backend.name,
    language: backend.language,
    get isolation() {
      return backend.isolation;
    },
    capabilities: backend.capabilities,
    instructions: () => backend.instructions(),
    textMemory: backend.textMemory,
    build: backend.build?.bind(backend),
    probe: () => awaitHook(() => backend.probe()),
    async open(wanted: SessionOptions = {}) {
      checkOptions(wanted, sessionRule(backend.language), refuseOption);
      await requireIsolation(backend, wanted.require);
      if (isClosed) throw new SandboxError('session_closed', 'the pool was closed');
      const { tenant, abortSignal, onWait } = wanted;
      const wish = { max, maxWaiting, waitMs, tenant, abortSignal, onWait };
      const untilMs = performance.now() + waitMs;
      return openInPlace(places, wish, async (held) =>
        holdSession(await openUntil(untilMs, backend, wanted), held, abortSignal),
      );
    },
    close() {
      isClosed = true;
      places.close();
      return Promise.resolve();
    },
  });
}

/** A session of a backend that frees its place when it has ended, whether by `close` or by its signal. */
function holdSession(
  session: SandboxSession,
  { place, beside }: Held,
  abortSignal: AbortSignal | undefined,
): SandboxSession {
  let closing: Promise<void> | undefined;
  let forget: () => void = () => undefined;
  const close = (): Promise<void> => {
    forget();
    closing ??= awaitHook(() => session.close()).finally(place.leave);
    return closing;
  };
  forget = onAbort(abortSignal, () => {
    close().catch((fault: unknown) => {
      warn(`A session of ${session.backend} cannot be closed: ${messageOf(fault)}`);
    });
  });
  const fork = session.fork?.bind(session);
  return {
    backend: session.backend,
    language: session.language,
    execute: (code, options) => callFor(place, 'execute()', () => session.execute(code, options)),
    set: (name, value, options) => session.set(name, value, options),
    get: (name, options) => session.get(name, options),
    variables: (options) => session.variables(options),
    idle: () => session.idle(),
    get guestMs() {
      return session.guestMs ?? 0;
    },
    snapshot: session.snapshot?.bind(session),
    fork: fork && (() => beside(async (held) => holdSession(await fork(), held, abortSignal))),
    undo: session.undo?.bind(session),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Opens a session of a backend, which may have a limit of its own: the wait for that ends when that of the pool would. */
async function openUntil(
  untilMs: number,
  backend: SandboxBackend,
  wanted: SessionOptions,
): Promise<SandboxSession> {
  const late = new AbortController();
  const abortSignals = [late.signal, ...(wanted.abortSignal ? [wanted.abortSignal] : [])];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onWait = (wait: PlaceWait): void => {
    const text = `no session of ${backend.name} was free in the time of the pool (waitMs): all ${wait.max} are in use (maxSessions)`;
    timer ??= setTimeout(() => {
      late.abort(new SandboxError('pool_timeout', text));
    }, untilMs - performance.now());
    wanted.onWait?.(wait);
  };
  const onPlace = (): void => {
    clearTimeout(timer);
    wanted.onPlace?.();
  };
  try {
    const open = { ...wanted, abortSignal: AbortSignal.any(abortSignals), onWait, onPlace };
    return await awaitHook(() => backend.open(open));
  } finally {
    clearTimeout(timer);
  }
}
