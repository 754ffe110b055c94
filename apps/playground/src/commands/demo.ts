import { defineCommand } from '../arguments/command.js';
import { demoOptions, readDemo } from '../arguments/demo-arguments.js';
import { demoCommand } from './demo-command.js';

/** The command `rlm demo`. */
export const demo = defineCommand({
  name: 'demo',
  summary: 'shows the demonstration of npm start',
  details: `A script answers its question, so that it is the same on each machine. It asks a language model only
if you name one.`,
  options: demoOptions,
  examples: ['rlm demo', 'rlm demo --model qwen3'],
  read: readDemo,
  run: demoCommand,
});
