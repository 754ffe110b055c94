import { defineCommand } from '../arguments/command.js';
import { readHeaders, readProvider } from '../arguments/read-values.js';
import { connectionOptions, providerOption } from '../arguments/shared-options.js';
import { UsageError } from '../usage-error.js';
import { doctorCommand } from './doctor-command.js';

/** The command `rlm doctor`. */
export const doctor = defineCommand({
  name: 'doctor',
  summary: 'shows what works here and how to get the rest: models, keys, where code runs',
  details: `It looks for local servers at their usual addresses. A key goes only to the endpoint that you name, whose
models it lists all. The exit code is 0 if rlm ask works, else 1.`,
  options: {
    'base-url': { value: '<url>', words: 'the endpoint to look at; default: RLM_BASE_URL' },
    ...providerOption,
    ...connectionOptions,
    json: { words: 'what is found as JSON on stdout' },
  },
  examples: [
    'rlm doctor',
    'rlm doctor --base-url http://127.0.0.1:11434/v1',
    'rlm doctor --provider anthropic',
    'rlm doctor --json',
  ],
  config: 'places',
  read(rest, values) {
    if (rest.length > 0) throw new UsageError('rlm doctor takes no arguments');
    return {
      baseUrl: values['base-url'],
      provider: readProvider(values),
      apiKeyEnv: values['api-key-env'],
      headers: readHeaders(values),
      json: values.json ?? false,
    };
  },
  run: doctorCommand,
});
