import { bullmqWorker } from '../../src/bullmq/index.js';
import { noteCall } from './workers.js';

/** A worker in a process of its own: `node <this> <port> <file>`. It notes each call in the file, and answers a little later. */
async function work(port: number, file: string): Promise<void> {
  await bullmqWorker({
    connection: { host: '127.0.0.1', port },
    lockMs: 1_000,
    models: {
      async sub({ messages }) {
        const content = messages.at(-1)?.content ?? '';
        noteCall(file, content);
        await new Promise((resolve) => setTimeout(resolve, 150));
        return `answer to ${content}`;
      },
    },
  });
  process.stdout.write('ready\n');
}

const [port, file = ''] = process.argv.slice(2);
void work(Number(port), file);
