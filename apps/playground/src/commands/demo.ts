import { defineCommand } from '../arguments/command.js';
import { UsageError } from '../usage-error.js';

export const demo = defineCommand({
  name: 'demo',
  summary: 'shows the demonstration of npm start',
  options: {},
  examples: ['rlm demo'],
  read(rest) {
    if (rest.length > 0) throw new UsageError('rlm demo takes no arguments; rlm ask does');
  },
  run: async () => (await import('./demo-command.js')).demoCommand(),
});
