import { defineCommand } from '../arguments/command.js';
import { readServe, serveOptions } from '../arguments/serve-arguments.js';
import { serveCommand } from './serve-command.js';

/** The command `rlm serve`. */
export const serve = defineCommand({
  name: 'serve',
  summary: 'opens the web page on this machine, until Ctrl-C',
  details: `Prints the address of the page, with its token: anyone who has it may ask questions here. Only programs on
this machine can reach it.`,
  options: serveOptions,
  examples: [
    'rlm serve',
    'rlm serve --port 0 --runs ./runs',
    'rlm serve --base-url http://127.0.0.1:11434/v1',
    'rlm serve --max-cost 0.50 --price-in 1.25 --price-out 10',
  ],
  config: 'all',
  read: readServe,
  run: serveCommand,
});
