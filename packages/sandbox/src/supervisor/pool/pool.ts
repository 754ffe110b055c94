import {
  advised,
  askHook,
  awaitHook,
  bound,
  checkOption,
  type ReleaseSlot,
  mismatch,
  refuseOption,
  withMethods,
} from '@rlm/repl-types/internal';
import {
  checkOptions,
  fields,
  required,
  wholeNumber,
  type OptionRule,
} from '@rlm/repl-types/options';
import type { ReplLanguage } from '@rlm/repl-types';

import { SandboxError, type SandboxErrorCode } from '../../contract/errors.js';
import { hostLimits } from '../../contract/limits.js';
import type {
  Isolation,
  RequiredIsolation,
  SandboxBackend,
  SandboxSession,
  SessionOptions,
} from '../../contract/session.js';
import { bindFunctions } from '../calls/host-functions.js';
import { confirmIsolation, satisfiesIsolation } from '../isolation.js';
import { lendSession, tellUnclosed } from './lend-session.js';
import { createPoolPlaces } from './pool-places.js';
import { resolveLimits } from '../options/session-options.js';
import { sessionRule, warmSessionRule } from '../options/session-rules.js';

/** Options of {@link createSandboxPool}. */
export interface SandboxPoolOptions {
  /** Sessions that are kept warm; default 2, or `max` if that is less. None over a backend without `capabilities.handover`. */
  readonly warm?: number | undefined;
  /**
   * Sessions that are open at the same time, warm ones included; default `Infinity`. Who opens more waits for one to be
   * closed. A run holds its session while its children run: below the depth of the runs times their number, all may wait.
   */
  readonly max?: number | undefined;
  /**
   * How many may wait for a session; default 1,000. Beyond that one is refused (`pool_full`): the last of the tenant of whom the most
   * wait, or the next if it is of that tenant.
   */
  readonly maxWaiting?: number | undefined;
  /** How long one waits for a session before it is refused (`pool_timeout`), in milliseconds; default 60,000. */
  readonly waitMs?: number | undefined;
  /**
   * The options of the warm sessions: names of host functions, limits, dialects. The isolation that `require` names holds for every
   * session of the pool.
   */
  readonly session?:
    | Pick<SessionOptions, 'functions' | 'limits' | 'dialects' | 'acceptsNull' | 'require'>
    | undefined;
}

const backendRule: OptionRule = advised(
  withMethods('a backend such as quickjs()', ['open']),
  (value) => (typeof value === 'function' ? 'Call it, and pass what it returns.' : undefined),
);

const poolRules = (language: ReplLanguage): OptionRule =>
  fields<SandboxPoolOptions>({
    warm: wholeNumber(0),
    max: bound(1),
    maxWaiting: bound(0),
    waitMs: wholeNumber(0),
    session: warmSessionRule(language),
  });

/**
 * How long the pool waits before it opens missing sessions, in milliseconds: opening takes a core, which the first cell
 * of the session just handed out needs.
 */
const refillAfterMs = 50;

/** A backend whose sessions are already open when they are asked for. */
export interface SandboxPool extends SandboxBackend {
  /** Resolves when the pool is as warm as it is meant to be. */
  ready(): Promise<void>;
  /** Ends the warm sessions, and refuses those who wait; sessions that were handed out are their owners'. */
  close(): Promise<void>;
}

/** A session that waits for its owner, and its place. */
interface WarmSession {
  readonly opening: Promise<SandboxSession>;
  readonly leave: ReleaseSlot;
  /** The minimum isolation: what was known about the backend before it was opened. */
  readonly isolation: Isolation;
}

/**
 * Keeps sessions of a backend warm, and hands them out in `open`. Each session is handed out once. When its owner
 * closes it, a fresh one takes its place in the pool, so that nothing passes from owner to owner.
 *
 * `open` takes a warm session if its options match what the pool warms (the same names of functions, limits, dialects;
 * no snapshot, no files). The functions themselves, the limits of host calls, the clock and the seed are the new owner's.
 * Otherwise it opens a new one. With `max`, callers without a place wait in the order in which they came; if they name their
 * `tenant`, tenants take turns.
 *
 * @throws InvalidOptionError
 */
export function createSandboxPool(
  backend: SandboxBackend,
  options: SandboxPoolOptions = {},
): SandboxPool {
  checkOption('backend', backend, required(backendRule), refuseOption);
  checkOptions(options, poolRules(backend.language), refuseOption);
  const { max = Infinity, maxWaiting = 1_000, waitMs = 60_000, session = {} } = options;
  const { warm = Math.min(2, max) } = options;
  if (warm > max) {
    throw refuseOption(mismatch('warm', `at most max (${max})`, warm));
  }
  const keeps = backend.capabilities.handover === true ? warm : 0;
  const shape = shapeOf(session);
  const places = createPoolPlaces({ max, maxWaiting, waitMs });
  const idle: WarmSession[] = [];
  let isClosed = false;
  let refill: ReturnType<typeof setTimeout> | undefined;

  /** Opens a session of the backend, which may be the caller's own. */
  const open = (wanted: SessionOptions): Promise<SandboxSession> =>
    awaitHook(() => backend.open(wanted));
  const fill = (): void => {
    refill = undefined;
    while (!isClosed && idle.length < keeps) {
      const leave = places.take();
      if (leave === undefined) return;
      const entry: WarmSession = {
        isolation: backend.isolation,
        opening: open(session),
        leave,
      };
      idle.push(entry);
      entry.opening.catch(() => {
        const index = idle.indexOf(entry);
        if (index === -1) return;
        idle.splice(index, 1);
        leave();
      });
    }
  };
  const fillSoon = (): void => {
    if (!isClosed) refill ??= setTimeout(fill, refillAfterMs);
  };
  /** A warm session that is certain to have an isolation. */
  const takeIsolated = (required: RequiredIsolation | undefined): WarmSession | undefined => {
    const has = ({ isolation }: WarmSession): boolean =>
      required === undefined ||
      required === session.require ||
      satisfiesIsolation(isolation, required);
    const index = idle.findIndex(has);
    return index === -1 ? undefined : idle.splice(index, 1)[0];
  };
  /** A place for a session that is not one of the warm ones. If no other is free, a warm session gives way. */
  const findPlace = async ({ tenant = '', abortSignal }: SessionOptions): Promise<ReleaseSlot> => {
    const free = places.take();
    if (free !== undefined) return free;
    const surplus = idle.pop();
    if (surplus === undefined) return places.wait(tenant, abortSignal);
    await closeQuietly(surplus.opening);
    return surplus.leave;
  };
  fill();

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
    async open(options: SessionOptions = {}) {
      if (isClosed) throw new SandboxError('session_closed', 'the pool was closed');
      checkOptions(options, sessionRule(backend.language), refuseOption);
      await confirmIsolation(backend, session.require);
      await confirmIsolation(backend, options.require);
      const wanted = { ...options, require: options.require ?? session.require };
      wanted.abortSignal?.throwIfAborted();
      const isFit =
        wanted.snapshot === undefined &&
        (wanted.files ?? []).length === 0 &&
        shapeOf(wanted) === shape;
      const taken = isFit ? takeIsolated(wanted.require) : undefined;
      const leave = taken?.leave ?? (await findPlace(wanted));
      const onClosed = (): void => {
        leave();
        fillSoon();
      };
      try {
        if (taken !== undefined && wanted.onPlace !== undefined)
          askHook('onPlace()', wanted.onPlace);
        const own = (await handOver(taken?.opening, wanted)) ?? (await open(wanted));
        fillSoon();
        return lendSession(own, wanted.abortSignal, onClosed);
      } catch (error) {
        onClosed();
        throw error;
      }
    },
    async ready() {
      fill();
      await Promise.all(idle.map(({ opening }) => opening));
    },
    async close() {
      isClosed = true;
      clearTimeout(refill);
      places.close();
      await Promise.all(idle.splice(0).map(({ opening }) => closeQuietly(opening)));
    },
  });
}

/** Closes an unused session: one that fails is a warning. One that could not be opened needs no closing. */
async function closeQuietly(opening: Promise<SandboxSession>): Promise<void> {
  const [opened] = await Promise.allSettled([opening]);
  if (opened.status !== 'fulfilled') return;
  await awaitHook(() => opened.value.close()).catch(tellUnclosed(opened.value));
}

/** Hands a warm session to its new owner; returns undefined if there is none, or it was lost meanwhile. */
async function handOver(
  opening: Promise<SandboxSession> | undefined,
  options: SessionOptions,
): Promise<SandboxSession | undefined> {
  const session = await opening?.catch(() => undefined);
  if (session === undefined) return undefined;
  try {
    if (session.adopt === undefined) {
      throw new SandboxError('unsupported', `a session of ${session.backend} has no adopt`);
    }
    await awaitHook(() => session.adopt?.(options));
    return session;
  } catch (error) {
    await awaitHook(() => session.close());
    if (SandboxError.isInstance(error) && isOfItsGuest(error.code)) return undefined;
    throw error;
  }
}

/** Whether a warm session could not be handed over because its guest has changed. */
function isOfItsGuest(code: SandboxErrorCode): boolean {
  return code === 'session_lost' || code === 'call_timeout';
}

/** What two sets of options must have in common for one session to serve both. */
function shapeOf({ functions, limits, dialects, acceptsNull }: SessionOptions): string {
  return JSON.stringify([
    [...bindFunctions(functions).keys()].sort(),
    Object.entries(resolveLimits(limits))
      .filter(([name]) => !hostLimits.some((limit) => limit === name))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
    dialects ?? ['final', 'submit'],
    acceptsNull ?? false,
  ]);
}
