import { defineCommand } from '../arguments/command.js';
import { readResume, resumeOptions } from '../arguments/run-arguments.js';
import { resumeCommand } from './resume-command.js';

/** The command `rlm resume`. */
export const resume = defineCommand({
  name: 'resume',
  summary: 'continues an interrupted run; prints the result of a finished one again',
  usage: '<id>',
  details: 'A run keeps its question and options. Use --base-url if its endpoint has moved.',
  options: resumeOptions,
  examples: ['rlm resume 4f2a90cc', 'rlm resume 4f2a90cc --json'],
  config: 'places',
  read: readResume,
  run: resumeCommand,
});
