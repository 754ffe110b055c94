import { refuseOption } from '@rlm/penguin-engine/internal';
import type { RunJournal } from '@rlm/penguin-engine/kernel';
import { callable, checkOption, withMethods } from '@rlm/repl-types/internal';
import { checkOptions, fields, required, wholeNumber } from '@rlm/repl-types/options';

import { runIdRule } from '../store/run-id.js';
import type { RunInfo, RunStore } from '../store/run-store.js';
import {
  connectionRule,
  defaultPrefix,
  optionsOf,
  prefixRule,
  type RedisConnection,
} from './connection.js';
import { queueOf } from './job.js';
import { loadBullmq } from './load-peers.js';

/** What {@link bullmqQueue} queues. */
interface BullmqQueueOptions {
  readonly connection: RedisConnection;
  /** Default `rlm`. */
  readonly prefix?: string;
  /** Where the runs' journals are: one that all processes reach. */
  readonly store: RunStore;
  /**
   * Starts a run with its journal, by the `spec` that the run was created with. Absent: this process only adds runs. The journal is
   * closed when the result is there.
   */
  readonly start?: (
    journal: RunJournal,
    spec: unknown,
  ) =>
    | { readonly result: PromiseLike<unknown> }
    | PromiseLike<{ readonly result: PromiseLike<unknown> }>;
  /** How many runs this process works on at a time. Default 1. */
  readonly concurrency?: number;
  /** How long a run of a process that is gone stays with it, in milliseconds. Default 30,000. */
  readonly lockMs?: number;
}

/** A queue under way. */
interface StartedQueue {
  /** Adds a run that the store has: a new one, or one that goes on. One that is in the queue already is not added twice. */
  add(runId: string): Promise<void>;
  /** Takes no more runs, and resolves when those under way have ended. */
  close(): Promise<void>;
}

/**
 * Works on the runs of a store, in as many processes as there are. A run whose process is gone goes to another, which takes its
 * journal over and goes on.
 *
 * @example
 * const queue = await bullmqQueue({ connection, store, start: (journal) => runRlm({ ...options, journal }) });
 * await queue.add(runId);
 */
export async function bullmqQueue(options: BullmqQueueOptions): Promise<StartedQueue> {
  checkOptions(
    options,
    fields<BullmqQueueOptions>({
      connection: required(connectionRule),
      prefix: prefixRule,
      store: required(withMethods('a store', ['open', 'list'])),
      start: callable,
      concurrency: wholeNumber(1),
      lockMs: wholeNumber(100),
    }),
    refuseOption,
  );
  const { prefix = defaultPrefix, store, start, concurrency = 1, lockMs = 30_000 } = options;
  const { Queue, Worker } = await loadBullmq();
  const connection = optionsOf(options.connection);
  const name = queueOf(prefix, 'runs');
  const queue = new Queue(name, { connection });
  queue.on('error', () => undefined);
  const work =
    start &&
    ((job: { data: unknown }) => workOn(store, start, (job.data as { runId: string }).runId));
  const worker =
    work &&
    new Worker(name, work, {
      connection,
      concurrency,
      lockDuration: lockMs,
      stalledInterval: lockMs / 2,
      maxStalledCount: Number.MAX_SAFE_INTEGER,
    });
  worker?.on('error', () => undefined);
  await worker?.waitUntilReady();
  return {
    async add(runId) {
      checkOption('runId', runId, required(runIdRule), refuseOption);
      const kept = { removeOnComplete: true, removeOnFail: true };
      await queue.add('run', { runId }, { jobId: `run-${runId}`, ...kept });
    },
    async close() {
      await worker?.close();
      await queue.close();
    },
  };
}

/** Goes on with a run to its end. The queue has said whose it is, so whoever held it is gone, or will stop. */
async function workOn(
  store: RunStore,
  start: NonNullable<BullmqQueueOptions['start']>,
  runId: string,
): Promise<void> {
  const info = await infoOf(store, runId);
  const journal = await store.open(runId, { takeOver: true });
  try {
    const { result } = await start(journal, info?.spec);
    await result;
  } finally {
    await journal.close();
  }
}

async function infoOf(store: RunStore, runId: string): Promise<RunInfo | undefined> {
  for await (const info of store.list()) if (info.runId === runId) return info;
  return undefined;
}
