import { bullmqQueue, redisStore } from '../../src/bullmq/index.js';

/** A process that begins a run of a queue and never ends it: `node <this> <port> <prefix>`. */
async function work(port: number, prefix: string): Promise<void> {
  const connection = { host: '127.0.0.1', port };
  const store = redisStore({ connection, prefix });
  const start = (): { result: Promise<unknown> } => {
    process.stdout.write('started\n');
    return { result: new Promise(() => undefined) };
  };
  await bullmqQueue({ connection, prefix, store, start, lockMs: 1_000 });
  process.stdout.write('ready\n');
}

const [port, prefix = ''] = process.argv.slice(2);
void work(Number(port), prefix);
