export { bullmqExecutor } from './bullmq-executor.js';
export { bullmqQueue } from './bullmq-queue.js';
export { bullmqWorker } from './bullmq-worker.js';
export { redisStore } from './redis-store.js';
