import { showOptions, readShow } from '../arguments/show-arguments.js';
import { defineCommand } from '../arguments/command.js';
import { showCommand } from './show-command.js';

/** The command `rlm show`. */
export const show = defineCommand({
  name: 'show',
  summary: 'shows a saved or kept run step by step',
  usage: '<file | run id>',
  details: `Reads trajectories (rlm ask --save run.jsonl), and what rlm ask --events or --json prints; - reads stdin.
In a terminal, keys move between steps (n, p), search (/) and quit (q). In a pipe, everything is printed.`,
  options: showOptions,
  examples: [
    'rlm show run.jsonl',
    'rlm show 01k --step 2',
    'rlm show other.jsonl --json | jq .runs',
  ],
  read: readShow,
  run: showCommand,
});
