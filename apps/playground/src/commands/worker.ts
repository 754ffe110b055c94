import { defineCommand } from '../arguments/command.js';
import { readWorker, workerOptions } from '../arguments/worker-arguments.js';

export const worker = defineCommand({
  name: 'worker',
  summary: 'works on the runs of a queue, until Ctrl-C',
  usage: '--queue <url>',
  options: workerOptions,
  examples: [
    'rlm worker --queue redis://127.0.0.1:6379',
    'rlm ask "What changed?" a.txt b.txt --queue redis://127.0.0.1:6379',
  ],
  config: 'places',
  read: readWorker,
  run: async (args) => (await import('./worker-command.js')).workerCommand(args),
});
