import {
  createInProcessExecutor,
  type EffectExecutor,
  systemClock,
  type PlacedEffect,
} from '@rlm/kernel';
import { attempts } from '@rlm/kernel/internal';
import { callable, refuseOption } from '@rlm/repl-types/internal';
import {
  checkOptions,
  fields,
  listOf,
  required,
  someText,
  wholeNumber,
} from '@rlm/repl-types/options';

import { connectionRule, defaultPrefix, prefixRule, type RedisConnection } from './connection.js';
import { diagnosing, type OnDiagnostic } from './diagnostic.js';
import { RemoteLanes } from './remote-lanes.js';

/** Where {@link bullmqExecutor} has effects carried out. */
export interface BullmqExecutorOptions {
  readonly connection: RedisConnection;
  /** The same as the workers'. Default `rlm`. */
  readonly prefix?: string;
  /** The lanes whose effects go to workers; all others are carried out here. Default `['sub-query']`. */
  readonly lanes?: readonly string[];
  /** Attempts at one effect, the first included: each is reserved and booked as a call. Default 3. */
  readonly attempts?: number;
  /** Called when a connection is lost. Default: ignored. */
  readonly onDiagnostic?: OnDiagnostic;
}

/** An executor with connections. */
export interface ConnectedExecutor extends EffectExecutor {
  /** Closes the connections. Workers finish effects that are under way: a resumed run finds their results. */
  close(): Promise<void>;
}

/**
 * Runs effects that can travel (sub-queries) in {@link bullmqWorker}s, in any process that can reach the Redis. An
 * effect's result is kept with its job for a day. If a run is killed and resumed, it does not repeat a call that was
 * answered meanwhile.
 *
 * `store_unavailable` if `bullmq` or `ioredis` is not installed.
 *
 * @example
 * const executor = bullmqExecutor({ connection: { host: '127.0.0.1', port: 6379 } });
 */
export function bullmqExecutor(options: BullmqExecutorOptions): ConnectedExecutor {
  checkOptions(
    options,
    fields<BullmqExecutorOptions>({
      connection: required(connectionRule),
      prefix: prefixRule,
      lanes: listOf(someText),
      attempts: wholeNumber(1),
      onDiagnostic: callable,
    }),
    refuseOption,
  );
  const { connection, prefix = defaultPrefix, lanes = ['sub-query'] } = options;
  // One executor serves all runs of a process for as long as it lives: attempts are counted for each effect alone.
  const here = createInProcessExecutor({ retryBudget: Infinity });
  const retrying = attempts(
    { attempts: options.attempts ?? 3, retryBudget: Infinity },
    systemClock,
  );
  const remote = new RemoteLanes(connection, prefix, diagnosing(options.onDiagnostic));
  return Object.freeze({
    keyed: true,
    execute<T>(effect: PlacedEffect<T>, abortSignal: AbortSignal): Promise<T> {
      const { remote: call, lane = effect.kind } = effect;
      return call === undefined || !lanes.includes(lane)
        ? here.execute(effect, abortSignal)
        : retrying(
            () => remote.ask(lane, effect, call, abortSignal) as Promise<T>,
            abortSignal,
            effect.onRetry,
          );
    },
    close: () => remote.close(),
  });
}
