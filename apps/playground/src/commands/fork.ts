import { defineCommand } from '../arguments/command.js';
import { forkOptions, readFork } from '../arguments/run-arguments.js';

export const fork = defineCommand({
  name: 'fork',
  summary: 'begins a new run with the steps of another, up to one that is taken anew',
  usage: '<id> --at <step>',
  details: 'What the command line does not name, model and limits too, is as it was in that run.',
  options: forkOptions,
  examples: [
    'rlm fork 4f2a90cc --at 3 --model another',
    'rlm fork 4f2a90cc --at 3 --reply-file better.txt',
  ],
  offers: 'runs',
  read: readFork,
  run: async (args) => (await import('./fork-command.js')).forkCommand(args),
});
