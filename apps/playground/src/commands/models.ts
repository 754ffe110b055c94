import { defineCommand } from '../arguments/command.js';
import { modelsOptions, readModels } from '../arguments/models-arguments.js';

export const models = defineCommand({
  name: 'models',
  summary: 'lists the models that are found here; the first one is asked by default',
  details: `Each line is the id of a model and the address of its server. rlm looks for local servers at their usual
addresses. The exit code is 1 if there is no model.`,
  options: modelsOptions,
  examples: ['rlm models', 'rlm models --base-url http://127.0.0.1:11434/v1 --json'],
  config: 'places',
  read: readModels,
  run: async (args) => (await import('./models-command.js')).modelsCommand(args),
});
