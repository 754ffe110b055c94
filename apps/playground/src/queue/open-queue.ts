import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { resolve } from 'node:path';

import { JournalError } from '@rlm/journal';
import { bullmqQueue } from '@rlm/journal/bullmq';

import type { Runs } from '../runs/runs.js';
import { installLine } from '../install-line.js';
import { UsageError } from '../usage-error.js';

/** How long a server may take to be reached. */
const patienceMs = 5_000;

type QueueOptions = Parameters<typeof bullmqQueue>[0];

/** The queue of a folder of runs, in a Redis; runs of other folders are in other queues. */
export type RunQueue = Awaited<ReturnType<typeof bullmqQueue>>;

/** Opens the queue of a folder. With `work`, this process takes runs from it. Throws {@link UsageError} where no Redis answers. */
export async function openQueue(
  url: string,
  { store, folder }: Runs,
  work: Pick<QueueOptions, 'start' | 'concurrency' | 'attempts'> = {},
): Promise<RunQueue> {
  const connection = connectionOf(url);
  await requireServer(connection, url);
  const prefix = `rlm-${createHash('sha256').update(resolve(folder)).digest('hex').slice(0, 12)}`;
  try {
    return await bullmqQueue({ connection, prefix, store, ...work });
  } catch (error) {
    if (!JournalError.isInstance(error)) throw error;
    const needs = error.details !== undefined && 'needs' in error.details && error.details.needs;
    // A server that does not answer has the same code, and needs no package.
    if (needs !== 'bullmq' && needs !== 'ioredis') throw error;
    throw new UsageError(
      `--queue needs the packages bullmq and ioredis: ${installLine(['bullmq@6.7.0', 'ioredis@6'])}`,
      {
        cause: error,
      },
    );
  }
}

interface Connection {
  readonly host: string;
  readonly port: number;
}

/** Reads the address of a Redis, as `ioredis` takes it. Throws {@link UsageError} for a malformed address. */
function connectionOf(url: string): Connection {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !/^rediss?:$/.test(parsed.protocol) || parsed.hostname === '') {
    throw new UsageError(
      `--queue takes the address of a Redis (redis://127.0.0.1:6379), not ${JSON.stringify(url)}`,
    );
  }
  const { protocol, hostname, port, username, password, pathname } = parsed;
  const database = pathname.slice(1);
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? 6379 : Number(port),
    ...(username === '' ? {} : { username: decodeURIComponent(username) }),
    ...(password === '' ? {} : { password: decodeURIComponent(password) }),
    ...(database === '' ? {} : { db: Number(database) }),
    ...(protocol === 'rediss:' ? { tls: {} } : {}),
  };
}

/** A queue would wait for a missing server: the command reports it at once. */
async function requireServer({ host, port }: Connection, url: string): Promise<void> {
  const problem = await new Promise<string | undefined>((settle) => {
    const socket = connect({ host, port });
    const end = (said?: string): void => {
      socket.destroy();
      settle(said);
    };
    socket.setTimeout(patienceMs, () => {
      end(`it did not answer within ${patienceMs} ms`);
    });
    socket.once('connect', () => {
      end();
    });
    socket.once('error', (error) => {
      end(error.message);
    });
  });
  if (problem === undefined) return;
  throw new UsageError(`no Redis is reached at ${new URL(url).host}: ${problem}`);
}
