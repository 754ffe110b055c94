import { labOptions, readLab } from '../arguments/lab-arguments.js';
import { defineCommand } from '../arguments/command.js';
import { labCommand } from './lab-command.js';

/** The command `rlm lab`. */
export const lab = defineCommand({
  name: 'lab',
  summary: 'shows where a saved run would have stopped under other policies',
  usage: '<file | run id> <policy[:option=value,...]>...',
  details: `Shows for each policy at which step it would have stopped a saved run, at what cost, with which answer. No model is
asked. Policies are those of @rlm/policies by name, e.g. max_steps:maxSteps=3 or repeated_response.`,
  options: labOptions,
  examples: [
    'rlm lab run.jsonl max_steps:maxSteps=3 error_streak:maxErrors=2',
    'rlm lab 01k token_budget:maxTokens=20000 --max-steps 5',
  ],
  read: readLab,
  run: labCommand,
});
