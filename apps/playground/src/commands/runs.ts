import { defineCommand } from '../arguments/command.js';
import { listOptions, readRuns } from '../arguments/run-arguments.js';
import { runsCommand } from './runs-command.js';

/** The command `rlm runs`. */
export const runs = defineCommand({
  name: 'runs',
  summary: 'lists kept runs, the newest first; rlm runs remove <id>... deletes some',
  usage: '[remove <id>...]',
  options: listOptions,
  examples: [
    'rlm runs',
    'rlm runs --status open',
    'rlm runs remove 4f2a90cc',
    'rlm runs --delete --older-than 30d',
  ],
  read: readRuns,
  run: runsCommand,
});
