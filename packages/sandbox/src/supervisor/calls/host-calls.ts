import type { LlmCall } from '@rlm/repl-types';
import {
  type AbortHub,
  awaitHook,
  createAbortHub,
  createSemaphore,
  definedFields,
  finalSignalOf,
  messageOf,
  untilAborted,
  untilExpired,
} from '@rlm/repl-types/internal';

import type { SandboxLimits } from '../../contract/limits.js';
import type { CallFrame, GuestError } from '../../contract/frames.js';
import { serveBatch } from './batch.js';
import { breathe, createBreather } from './breather.js';
import { gatheredCall, serveGathered } from './gathered-calls.js';
import { readHostFinal } from './host-final.js';
import type { BoundFunction } from './host-functions.js';
import { toJsonText } from '../values/host-value.js';
import { parseJsonText } from '../values/json-text.js';
import type { RecordedCall } from '../log/entry.js';
import { runWithin, type RunningCall } from './running-call.js';

/** How a host call ended: as the guest gets it, or with the final that ends the cell. */
type CallOutcome = RecordedCall['outcome'];

/** The cell that makes a call. */
export interface CallingCell {
  /** Aborted when the cell ends or is stopped: its calls end with it. */
  readonly abortSignal: AbortSignal;
  /** Gets one entry for each function that was really called. */
  readonly record: (call: LlmCall) => void;
  /** The call, of another session, on whose behalf the cell runs. */
  readonly around: RunningCall | undefined;
  /** Resolves when the cell's guest has taken enough of its answers for another; undefined if it has. Default: always. */
  readonly room?: () => Promise<void> | undefined;
}

/** Serves the host calls of one session: budget, concurrency, time, limits of values. Never rejects. */
export interface HostCallDesk {
  /** Serves one call of a cell. */
  serve(call: CallFrame, cell: CallingCell): Promise<CallOutcome>;
  /**
   * Settles when calls that wait only for the host's thread may continue: they begin, or get a result that is ready.
   * Undefined if there are none: each call then waits for its function, or for a free slot.
   */
  busy(): Promise<void> | undefined;
  /** Starts over with other functions and limits (a pooled session gets its owner's). */
  adopt(functions: ReadonlyMap<string, BoundFunction>, limits: SandboxLimits): void;
}

/** Makes a {@link HostCallDesk}. */
export function createHostCallDesk(
  firstFunctions: ReadonlyMap<string, BoundFunction>,
  firstLimits: SandboxLimits,
): HostCallDesk {
  let functions = firstFunctions;
  let limits = firstLimits;
  let callsLeft = limits.maxHostCalls;
  const hub = createAbortHub();
  const breather = createBreather();
  let places = createSemaphore(limits.maxConcurrentCalls, hub);

  const invoke = async (
    target: BoundFunction,
    args: readonly unknown[],
    cell: CallingCell,
    requireWanted: () => void = () => undefined,
  ): Promise<unknown> => {
    if (callsLeft <= 0) {
      throw new Error(`the limit of ${limits.maxHostCalls} host calls a session is reached`);
    }
    callsLeft--;
    return places.run(async () => {
      await cell.room?.();
      return breathe(breather, () => {
        // After the wait for a turn: the last answer may have been one too many in the meantime.
        requireWanted();
        return perform(target, args, cell);
      });
    }, cell.abortSignal);
  };

  const perform = async (
    target: BoundFunction,
    args: readonly unknown[],
    { around, abortSignal, record }: CallingCell,
  ): Promise<unknown> => {
    const startedAt = performance.now();
    const [prompt] = args;
    const base = typeof prompt === 'string' ? { name: target.name, prompt } : { name: target.name };
    try {
      const call = { owner: desk, name: target.name, around, isPending: true };
      const value = await withDeadline(target, args, call, abortSignal, limits, hub);
      // A longer one does not reach the guest.
      const isKept = typeof value === 'string' && value.length <= limits.maxValueBytes;
      const response = isKept ? value : undefined;
      record(definedFields({ ...base, response, durationMs: performance.now() - startedAt }));
      return value;
    } catch (error) {
      const durationMs = performance.now() - startedAt;
      if (finalSignalOf(error) !== undefined) record({ ...base, durationMs });
      else record({ ...base, error: messageOf(error, maxMessageChars), durationMs });
      throw error;
    }
  };

  const write = (name: string, value: unknown): Promise<string> =>
    breathe(breather, () => toJsonText(value, limits, `the result of ${name}`));

  const invokeBatch = async (
    { name, single }: { readonly name: string; readonly single: BoundFunction },
    [items, ...rest]: readonly unknown[],
    cell: CallingCell,
  ): Promise<string> => {
    if (!Array.isArray(items)) throw new Error(`expected a list, got ${typeof items}`);
    if (items.length > callsLeft) {
      throw new Error(
        `${items.length} calls are over the limit of ${limits.maxHostCalls} host calls a session (${callsLeft} are left); none was made`,
      );
    }
    return serveBatch(items, {
      call: (item, requireWanted) => invoke(single, [item, ...rest], cell, requireWanted),
      toJson: (value) => write(name, value),
      limits,
    });
  };

  const serveOne = async (name: string, args: unknown, cell: CallingCell): Promise<CallOutcome> => {
    try {
      const target = functions.get(name);
      if (target === undefined) throw new Error(`there is no host function ${name}`);
      if (!Array.isArray(args)) throw new Error('expected an array of arguments');
      const { batchOf } = target;
      const json =
        batchOf === undefined
          ? await write(name, await invoke(target, args, cell))
          : await invokeBatch({ name, single: batchOf }, args, cell);
      return { json };
    } catch (error) {
      return endOf(error, limits);
    }
  };

  const desk: HostCallDesk = {
    serve({ name, args }, cell) {
      // Not an async function: that would keep the text of the arguments until the answer is there.
      try {
        if (name !== gatheredCall) return serveOne(name, parseJsonText(args, limits), cell);
        const calls = parseJsonText(args, { ...limits, maxValueDepth: limits.maxValueDepth + 2 });
        const serve = (one: string, itsArgs: unknown) => serveOne(one, itsArgs, cell);
        return serveGathered(calls, serve, breather, limits.maxValueBytes);
      } catch (error) {
        return Promise.resolve(endOf(error, limits));
      }
    },
    busy: () => breather.awaited(),
    adopt(nextFunctions, nextLimits) {
      functions = nextFunctions;
      limits = nextLimits;
      callsLeft = limits.maxHostCalls;
      places = createSemaphore(limits.maxConcurrentCalls, hub);
    },
  };
  return desk;
}

function endOf(error: unknown, limits: SandboxLimits): CallOutcome {
  try {
    const final = readHostFinal(error, limits);
    return final === undefined ? { error: toGuestError(error) } : { final };
  } catch (rejected) {
    return { error: toGuestError(rejected) };
  }
}

/** How guests see a host call that failed; guests make an exception of class `HostCallError` of it. */
function toGuestError(error: unknown): GuestError {
  return { type: 'HostCallError', message: messageOf(error, maxMessageChars) };
}

/**
 * Calls a function for as long as its cell and its time last. When the time is over, its signal is aborted. A result
 * within the grace period still counts, so that a batch can keep its answers.
 */
async function withDeadline(
  { name, invoke }: BoundFunction,
  args: readonly unknown[],
  call: RunningCall,
  cell: AbortSignal,
  { callTimeoutMs, graceMs }: SandboxLimits,
  hub: AbortHub,
): Promise<unknown> {
  const controller = new AbortController();
  const context = { abortSignal: controller.signal };
  const stop = (problem: string): Error => {
    const reason = new Error(`${name} ${problem}`);
    controller.abort(reason);
    return reason;
  };
  try {
    const answered = runWithin(call, () => awaitHook(() => invoke(context, ...args)));
    const answer = untilAborted(answered, cell, {
      hub,
      end: () => {
        throw stop('was aborted: its cell has ended');
      },
    });
    return await untilExpired(answer, callTimeoutMs, () => {
      const reason = stop(`did not answer within ${callTimeoutMs} ms`);
      return untilExpired(answer, graceMs, () => {
        throw reason;
      });
    });
  } finally {
    call.isPending = false;
  }
}

/** How much of a thrown value's message is kept, in characters. */
const maxMessageChars = 2_000;
