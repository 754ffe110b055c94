import { createToolSet, filtered, type StandardSchema } from '@rlm/kernel';
import { callModel, type ModelLike } from '@rlm/kernel/model';
import { defineTool, executeAction, requiresApproval } from '@rlm/penguin-engine';

import { callingModel, leaving, response, within } from './runs.js';
import type { Hook, Rows } from './row.js';

const ours = 'the packages make it, and give it to the caller';

/** A tool with parts that are hooks. */
const tool = (parts: object) => ({
  ...defineTool({ name: 'look', description: 'looks', execute: () => 'seen' }),
  ...parts,
});

/** A run that calls a tool. */
const calling = (parts: object, options: object = {}): unknown =>
  response({ model: callingModel(), tools: [tool(parts)], ...options });

/** A tool as the AI SDK makes it. */
const named = (parts: object): unknown =>
  response({
    model: callingModel(),
    tools: {
      look: { inputSchema: schema((() => ({ value: 1 })) as never), execute: () => 1, ...parts },
    },
    approve: () => true,
    abortSignal: leaving(),
  });

const schema = (validate: Hook): StandardSchema => ({
  '~standard': { version: 1, vendor: 'mine', validate },
});

const calledWith = (
  options: NonNullable<Parameters<typeof callModel>[3]>,
  model: ModelLike = streaming,
): unknown =>
  within((context) =>
    callModel(model, { purpose: 'root', messages: [] }, context, {
      ...options,
      ...('within' in options ? {} : { timeoutMs: 2_000 }),
    }),
  );

async function* streaming(): AsyncGenerator<string> {
  yield await Promise.resolve('some text');
}

/** A model of the AI SDK whose stream has no end. */
const unfinished = {
  specificationVersion: 'v3',
  provider: 'p',
  modelId: 'm',
  supportedUrls: {},
  doGenerate: () => Promise.reject(new Error('it only streams')),
  doStream: () =>
    Promise.resolve({
      stream: new ReadableStream({
        start(controller) {
          controller.enqueue({ type: 'text-delta', id: 't', delta: 'some text' });
          controller.close();
        },
      }),
    }),
} as unknown as ModelLike;

/** A model of the AI SDK; both its functions are the hook. */
const languageModel = (hook: Hook): ModelLike => ({
  specificationVersion: 'v2',
  provider: 'p',
  modelId: 'm',
  doGenerate: hook,
  doStream: hook,
});

const failing = (): never => {
  throw Object.assign(new Error('busy'), { isRetryable: true });
};

/** The hooks of `@rlm/penguin-engine`. */
export const engineRows: Rows = {
  'callModel(model)': {
    answer: 'late',
    run: (hook) => calledWith({}, hook),
    seen: { 'gives a promise': /undefined/ },
  },
  'CallModelOptions.cutAt': {
    answer: 'now',
    run: (hook) => calledWith({ cutAt: hook }),
    seen: { 'gives an object with a getter that throws': /some text/ },
  },
  'CallModelOptions.isWhole': {
    answer: 'now',
    run: (hook) =>
      within((context) =>
        callModel(unfinished, { purpose: 'root', messages: [] }, context, {
          isWhole: hook,
          onText: () => undefined,
        }),
      ),
    seen: { 'gives an object with a getter that throws': /connection broke/ },
  },
  'CallModelOptions.onReset': {
    answer: 'told',
    run(hook) {
      let count = 0;
      return within((context) =>
        callModel(
          async function* () {
            count += 1;
            yield await Promise.resolve('x');
            if (count === 1) failing();
          },
          { purpose: 'root', messages: [] },
          context,
          { onText: () => undefined, onReset: hook },
        ),
      );
    },
  },
  'CallModelOptions.onText': { answer: 'told', run: (hook) => calledWith({ onText: hook }) },
  'CallModelOptions.within': {
    answer: 'late',
    run: (hook) => calledWith({ within: hook }),
    seen: { 'gives a promise': /./ },
  },
  'ContextWindowOptions.countTokens': {
    answer: 'now',
    run: (hook) => response({ contextWindow: { countTokens: hook } }),
  },
  'ExecuteActionOptions.approve': {
    answer: 'late',
    run: (hook) =>
      executeAction(
        { id: 'c', name: 'look', arguments: {} },
        {
          tools: [requiresApproval(tool({}))],
          approve: hook,
          abortSignal: leaving(),
        },
      ),
  },
  'filtered(accept)': {
    answer: 'now',
    run: (hook) => filtered(createToolSet([tool({})]), hook).names,
  },
  'LanguageModelLike.doGenerate': {
    answer: 'late',
    run: (hook) =>
      within((context) =>
        callModel(languageModel(hook), { purpose: 'root', messages: [] }, context),
      ),
  },
  'LanguageModelLike.doStream': {
    answer: 'late',
    run: (hook) => response({ model: languageModel(hook) }),
  },
  'requiresApproval(when)': {
    answer: 'now',
    run: (hook) =>
      response({
        model: callingModel(),
        tools: [requiresApproval(tool({}), hook)],
        approve: () => true,
      }),
  },
  'RunOptions.approve': {
    answer: 'late',
    run: (hook) =>
      response({ model: callingModel(), tools: [requiresApproval(tool({}))], approve: hook }),
  },
  'ResponseOptions.model': { answer: 'late', run: (hook) => response({ model: hook }) },
  'ResponseOptions.shouldStop': { answer: 'late', run: (hook) => response({ shouldStop: hook }) },
  'StandardSchema.~standard.validate': {
    answer: 'late',
    run: (hook) =>
      executeAction(
        { id: 'c', name: 'look', arguments: {} },
        { tools: [tool({ input: schema(hook) })], abortSignal: leaving() },
      ),
  },
  'SchemaToolDefinition.execute': {
    answer: 'late',
    run: (hook) =>
      response({
        model: callingModel(),
        tools: [
          defineTool({
            name: 'look',
            description: 'looks',
            input: schema((() => ({ value: 1 })) as never),
            execute: hook,
          }),
        ],
      }),
  },
  'TextToolDefinition.execute': {
    answer: 'late',
    run: (hook) =>
      response({
        model: callingModel(),
        tools: [defineTool({ name: 'look', description: 'looks', execute: hook })],
      }),
  },
  'Tool.approval': {
    answer: 'late',
    run: (hook) => calling({ approval: hook }, { approve: () => true, abortSignal: leaving() }),
  },
  'Tool.toModelOutput': {
    answer: 'late',
    run: (hook) => calling({ toModelOutput: hook }, { abortSignal: leaving() }),
  },
  'NamedTool.execute': {
    answer: 'late',
    run: (hook) => named({ execute: hook }),
  },
  'NamedTool.needsApproval': {
    answer: 'late',
    run: (hook) => named({ needsApproval: hook }),
  },
  'NamedTool.toModelOutput': {
    answer: 'late',
    run: (hook) => named({ toModelOutput: hook }),
  },
  'Tool.execute': { answer: 'late', run: (hook) => calling({ execute: hook }) },
  'ToolContext.finish': ours,
  'ToolContext.messages': ours,
  'ToolSet.get': ours,
};
