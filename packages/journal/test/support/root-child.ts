import { bullmqExecutor } from '../../src/bullmq/index.js';
import { question } from './workers.js';

/** A run in a process of its own: `node <this> <port> <count>`. It asks questions, and says which was answered. */
async function ask(port: number, count: number): Promise<void> {
  const executor = bullmqExecutor({ connection: { host: '127.0.0.1', port } });
  const { signal } = new AbortController();
  await Promise.all(
    Array.from({ length: count }, async (_, number) => {
      const { text } = await executor.execute(question(number), signal);
      process.stdout.write(`${text}\n`);
    }),
  );
}

const [port, count] = process.argv.slice(2);
void ask(Number(port), Number(count));
