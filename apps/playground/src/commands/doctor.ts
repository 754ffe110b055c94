import { defineCommand } from '../arguments/command.js';
import { UsageError } from '../usage-error.js';

export const doctor = defineCommand({
  name: 'doctor',
  summary: 'shows what is found here and what is missing: models, keys, where code runs',
  details: 'The exit code is 0 if rlm ask works, else 1.',
  options: {
    'base-url': { value: '<url>', words: 'the endpoint to look at; default: RLM_BASE_URL' },
    json: { words: 'what is found as JSON on stdout' },
  },
  examples: ['rlm doctor', 'rlm doctor --base-url http://127.0.0.1:11434/v1', 'rlm doctor --json'],
  config: 'places',
  read(rest, values) {
    if (rest.length > 0) throw new UsageError('rlm doctor takes no arguments');
    return { baseUrl: values['base-url'], json: values.json ?? false };
  },
  run: async (args) => (await import('./doctor-command.js')).doctorCommand(args),
});
