import { defineCommand } from '../arguments/command.js';
import { readResume, resumeOptions } from '../arguments/run-arguments.js';

export const resume = defineCommand({
  name: 'resume',
  summary: 'goes on with a run that was interrupted; one that has ended gives its result again',
  usage: '<id>',
  details:
    'A run goes on with what it was asked with, and with --base-url where its endpoint has moved.',
  options: resumeOptions,
  examples: ['rlm resume 4f2a90cc', 'rlm resume 4f2a90cc --json'],
  offers: 'runs',
  read: readResume,
  run: async (args) => (await import('./resume-command.js')).resumeCommand(args),
});
