import { testHooks } from '@rlm/config/hooks-suite';

import type { StandardSchema, Tool } from '@rlm/kernel';
import {
  defineTool,
  requiresApproval,
  runResponse,
  type ResponseOptions,
  type SchemaToolDefinition,
} from '../src/index.js';

/** A run whose model calls the tool `look` once, and then has done. */
function respond(options: Partial<ResponseOptions>): unknown {
  let count = 0;
  const model = () => {
    count += 1;
    if (count > 1) return 'All done.';
    return { text: '', toolCalls: [{ id: 'c', name: 'look', arguments: { input: 'x' } }] };
  };
  return runResponse({ model, prompt: 'Do it.', maxSteps: 2, ...options });
}

const look = { name: 'look', description: 'looks', execute: () => 'seen' };

/** A run whose tool has a part that is a hook. */
const calling = (parts: Partial<Tool>, options: Partial<ResponseOptions>): unknown =>
  respond({ tools: [{ ...defineTool(look), ...parts }], ...options });

const schema = (
  validate: StandardSchema['~standard']['validate'],
): SchemaToolDefinition<StandardSchema>['input'] => ({
  '~standard': { version: 1, vendor: 'mine', validate },
});
const input = schema(() => ({ value: 1 }));
const approve = (): boolean => true;

/** A run whose tool is written as for the AI SDK. */
const named = (parts: object, options: Partial<ResponseOptions>): unknown =>
  respond({ tools: { look: { inputSchema: input, execute: () => 1, ...parts } }, ...options });

testHooks({
  abortable: {
    model: (model, abortSignal) => respond({ model, abortSignal }),
    approve: (approve, abortSignal) =>
      respond({ approve, abortSignal, tools: [requiresApproval(defineTool(look))] }),
    'execute of a tool': (execute, abortSignal) => calling({ execute }, { abortSignal }),
    'toModelOutput of a tool': (toModelOutput, abortSignal) =>
      calling({ toModelOutput }, { abortSignal }),
    'approval of a tool': (approval, abortSignal) =>
      calling({ approval }, { approve, abortSignal }),
    'input of a tool': (validate, abortSignal) =>
      respond({ tools: [defineTool({ ...look, input: schema(validate) })], abortSignal }),
    'execute of a named tool': (execute, abortSignal) => named({ execute }, { abortSignal }),
    'needsApproval of a named tool': (needsApproval, abortSignal) =>
      named({ needsApproval }, { approve, abortSignal }),
    'toModelOutput of a named tool': (toModelOutput, abortSignal) =>
      named({ toModelOutput }, { abortSignal }),
    shouldStop: (shouldStop, abortSignal) => respond({ shouldStop, abortSignal }),
  },
  immediate: {
    'countTokens of contextWindow': (countTokens) => respond({ contextWindow: { countTokens } }),
    'requiresApproval(when)': (when) =>
      respond({ approve, tools: [requiresApproval(defineTool(look), when)] }),
  },
  told: {
    'publish of events': (publish) =>
      respond({ events: { subscribe: () => () => undefined, publish } }),
  },
});
