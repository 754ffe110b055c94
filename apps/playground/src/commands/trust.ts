import { defineCommand } from '../arguments/command.js';
import { UsageError } from '../usage-error.js';

export const trust = defineCommand({
  name: 'trust',
  summary: 'trusts a configuration file as it is now, once you have read it',
  usage: '[file]',
  details: `Without a file: rlm.config.json of the current folder. Until then, rlm refuses what the file says about
endpoints, headers, keys, paths and isolation. A file that is changed or moved needs your trust again.`,
  options: {
    revoke: { words: 'trusts the file no longer' },
  },
  examples: ['rlm trust', 'rlm trust team.json', 'rlm trust --revoke'],
  read([file, ...more], { revoke }) {
    if (more.length > 0 || file === '') throw new UsageError('rlm trust takes one file');
    return { file, isRevoked: revoke ?? false };
  },
  run: async (args) => (await import('./trust-command.js')).trustCommand(args),
});
