import { taskOptions, readTask } from '../arguments/task-arguments.js';
import { defineCommand } from '../arguments/command.js';
import { taskCommand } from './task-command.js';

/** The command `rlm task`. */
export const task = defineCommand({
  name: 'task',
  summary: 'gives a model a task in a folder that it can read; you review the result',
  usage: '"<what to do>" --folder <folder>',
  details: `The model lists, reads and searches only files of that folder, and runs code in the sandbox. It changes
nothing. When it is done, the task waits for your review: rlm approve <id> completes it, and
rlm reject <id> --reason "..." sends it back to the model. rlm runs also lists tasks, and rlm resume <id>
continues an interrupted one.`,
  options: taskOptions,
  examples: [
    'rlm task "List every TODO, with the file and what it asks for" --folder ./src',
    'rlm task "Which notes contradict each other?" --folder ./notes --max-steps 30',
    'rlm reject 4f2a90cc --reason "The line numbers are missing"',
  ],
  config: 'all',
  read: readTask,
  run: taskCommand,
});
