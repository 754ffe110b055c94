export { bullmqQueue, type StartedQueue } from './bullmq-queue.js';
export { redisStore, type ConnectedStore, type RedisStoreOptions } from './redis-store.js';

// Types that the signatures above use.
export type { RedisConnection } from './connection.js';
export type { OnDiagnostic, QueueDiagnostic } from './diagnostic.js';
export type { BullmqQueueOptions } from './queue/queue-options.js';
export type { FailedRun } from './queue/queued-runs.js';
export type { StartRun } from './queue/run-work.js';
