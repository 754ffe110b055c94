import { defineCommand } from '../arguments/command.js';
import { forkOptions, readFork } from '../arguments/run-arguments.js';
import { forkCommand } from './fork-command.js';

/** The command `rlm fork`. */
export const fork = defineCommand({
  name: 'fork',
  summary: 'starts a new run that keeps the first steps of another',
  usage: '<id> --at <step>',
  details:
    'Anything that the command line does not name stays as in that run, including model and limits.',
  options: forkOptions,
  examples: [
    'rlm fork 4f2a90cc --at 3 --model another',
    'rlm fork 4f2a90cc --at 3 --reply-file better.txt',
  ],
  config: 'places',
  read: readFork,
  run: forkCommand,
});
