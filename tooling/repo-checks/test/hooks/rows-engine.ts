import {
  createToolSet,
  defineTool,
  executeAction,
  filtered,
  requiresApproval,
  type StandardSchema,
} from '@rlm/penguin-engine';
import { createEventHub, createRun, type RunContext } from '@rlm/penguin-engine/kernel';
import { callModel, type ModelLike } from '@rlm/penguin-engine/model';
import { actionResult } from '@rlm/policies';
import { memoryStore } from '@rlm/journal';

import { callingModel, fastClock, kernel, leaving, protocol, response } from './runs.js';
import type { Hook, Row, Rows } from './row.js';

const ours = 'the packages make it, and give it to the caller';

/** A tool with parts that are hooks. */
const tool = (parts: object) => ({
  ...defineTool({ name: 'look', description: 'looks', execute: () => 'seen' }),
  ...parts,
});

/** A run that calls a tool. */
const calling = (parts: object, options: object = {}): unknown =>
  response({ model: callingModel(), tools: [tool(parts)], ...options });

const schema = (validate: Hook): StandardSchema => ({
  '~standard': { version: 1, vendor: 'mine', validate },
});

/** A run whose step calls a model, or asks for an effect. */
const within = (work: (context: RunContext) => Promise<unknown>): unknown =>
  kernel({
    async *step(state, context) {
      yield { type: 'answer', answer: await work(context) };
      return { type: 'final', state, result: actionResult(), answer: 'ok' };
    },
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

/** A run whose effect has a part that is a hook. */
const effect = (parts: object): unknown =>
  within((context) =>
    context.effects.run({ kind: 'mine', input: null, perform: () => Promise.resolve(1), ...parts }),
  );

/** A run with a journal of which a part is a hook. */
const journalled = (part: string): Row => ({
  answer: part === 'begin' || part === 'stream' ? 'now' : 'late',
  async run(hook) {
    const journal = await memoryStore().create();
    const own = new Proxy(journal, {
      get: (target, key) => {
        if (key === part) return hook;
        const value: unknown = Reflect.get(target, key, target);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
    return kernel({}, { journal: own });
  },
});

const languageModel = (parts: object): unknown =>
  response({
    model: {
      specificationVersion: 'v2',
      provider: 'p',
      modelId: 'm',
      doGenerate: () => Promise.reject(new Error('not asked')),
      doStream: () => Promise.reject(new Error('not asked')),
      ...parts,
    },
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
  'Clock.now': { answer: 'now', run: (hook) => kernel({}, { clock: { ...fastClock, now: hook } }) },
  'Clock.sleep': {
    answer: 'late',
    run: (hook) => kernel({}, { clock: { ...fastClock, sleep: hook } }),
    seen: { 'never settles': /max_steps/ },
  },
  'ContextWindowOptions.countTokens': {
    answer: 'now',
    run: (hook) => response({ contextWindow: { countTokens: hook } }),
  },
  'CreateRunOptions.policies[]': { answer: 'now', run: (hook) => kernel({}, { policies: [hook] }) },
  'CreateRunOptions.rejectWith': {
    answer: 'now',
    run: (hook) => kernel({}, { rejectWith: hook }),
    seen: { 'gives an object with a getter that throws': /then: \[Getter\]/ },
  },
  'RunOptions.confidence': { answer: 'now', run: (hook) => kernel({}, { confidence: hook }) },
  'RunOptions.toResult': {
    answer: 'now',
    run: (hook) => kernel({}, { toResult: hook }),
  },
  'RetryOptions.isRetryable': {
    answer: 'now',
    run: (hook) => response({ model: failing, retry: { isRetryable: hook } }),
    seen: { 'gives an object with a getter that throws': /busy/ },
  },
  'RetryOptions.random': {
    answer: 'now',
    run: (hook) => response({ model: failing, retry: { random: hook } }),
  },
  'Effect.admit': {
    answer: 'now',
    run: (hook) => effect({ admit: hook }),
    seen: { 'gives an object with a getter that throws': /ok/ },
  },
  'Effect.book':
    'called only for lines of a journal, and within the seam: what it throws fails the run',
  'Effect.costOf': {
    answer: 'now',
    run: (hook) => effect({ costOf: hook }),
    seen: { 'gives an object with a getter that throws': /ok/ },
  },
  'Effect.perform': { answer: 'late', run: (hook) => effect({ perform: hook }) },
  'PlacedEffect.perform': ours,
  'RemoteCall.send': 'called by an executor, whose execute() has a row',
  'EffectExecutor.execute': {
    answer: 'late',
    run: (hook) => response({ executor: { execute: hook } }),
  },
  'EventHub.publish': {
    answer: 'told',
    run: (hook) => response({ events: { subscribe: () => () => undefined, publish: hook } }),
  },
  'EventHub.subscribe': 'no package subscribes to a hub of the caller',
  'EventHub.subscribe()': ours,
  'EventHub.subscribe()(handler)': ours,
  'EventHub.subscribe(handler)': {
    answer: 'told',
    async run(hook) {
      const faults: unknown[] = [];
      const hub = createEventHub<number>({ onHandlerError: (fault) => void faults.push(fault) });
      hub.subscribe(hook);
      hub.publish(1);
      await new Promise((resolve) => setImmediate(resolve));
      return faults;
    },
  },
  'EventHubOptions.onHandlerError': {
    answer: 'told',
    run(hook) {
      const hub = createEventHub<number>({ onHandlerError: hook });
      hub.subscribe(() => {
        throw new Error('a handler broke');
      });
      hub.publish(1);
    },
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
    run: (hook) => languageModel({ doGenerate: hook }),
  },
  'LanguageModelLike.doStream': {
    answer: 'late',
    run: (hook) =>
      within((context) =>
        callModel(
          {
            specificationVersion: 'v2',
            provider: 'p',
            modelId: 'm',
            doGenerate: hook,
            doStream: hook,
          },
          { purpose: 'root', messages: [] },
          context,
          { onText: () => undefined },
        ),
      ),
  },
  'Protocol.close': {
    answer: 'late',
    run: (hook) => kernel({ close: hook }),
    seen: { 'never settles': /close_left_behind/ },
  },
  'Protocol.conclude': { answer: 'late', run: (hook) => kernel({ conclude: hook }) },
  'Protocol.head': {
    answer: 'late',
    run: async (hook) => kernel({ head: hook }, { journal: await memoryStore().create() }),
  },
  'Protocol.idle': {
    answer: 'late',
    run: async (hook) =>
      createRun(protocol({ idle: hook }), 'in', {
        journal: await memoryStore().create(),
        maxSteps: 2,
        graceMs: 500,
        clock: fastClock,
        abortSignal: AbortSignal.timeout(100),
      }),
    // One that always has something to do is never idle.
    seen: { 'gives a promise': /abort/ },
  },
  'Protocol.metrics': {
    answer: 'now',
    run: (hook) => kernel({ metrics: hook }, { policies: [watching] }),
    seen: { 'gives an object with a getter that throws': /the hook broke/ },
  },
  'Protocol.open': { answer: 'late', run: (hook) => kernel({ open: hook }) },
  'Protocol.step': {
    answer: 'late',
    run: (hook) => kernel({ step: (() => ({ next: hook, return: hook })) as never }),
  },
  'Protocol.variables': {
    answer: 'now',
    run: (hook) => kernel({ variables: hook }, { policies: [watching] }),
    seen: { 'gives an object with a getter that throws': /max_steps/ },
  },
  'requiresApproval(when)': {
    answer: 'now',
    run: (hook) => response({ model: callingModel(), tools: [requiresApproval(tool({}), hook)] }),
  },
  'ResponseOptions.approve': {
    answer: 'late',
    run: (hook) =>
      response({ model: callingModel(), tools: [requiresApproval(tool({}))], approve: hook }),
  },
  'ResponseOptions.model': { answer: 'late', run: (hook) => response({ model: hook }) },
  'ResponseOptions.shouldStop': { answer: 'late', run: (hook) => response({ shouldStop: hook }) },
  'RunJournal.begin': {
    ...journalled('begin'),
    seen: { 'gives an object with a getter that throws': /max_steps/ },
  },
  'RunJournal.close': journalled('close'),
  'RunJournal.end': { ...journalled('end'), seen: { 'never settles': /journal_silent/ } },
  'RunJournal.readBlob':
    'what it rejects with fails the run; only lines over 32 kB that are read again need it',
  'RunJournal.stream': {
    ...journalled('stream'),
    seen: { 'gives an object with a getter that throws': /Error/ },
  },
  'EffectStream.append': {
    answer: 'late',
    async run(hook) {
      const journal = await memoryStore().create();
      const stream = (path: string) => ({ recorded: journal.stream(path).recorded, append: hook });
      const own = new Proxy(journal, {
        get: (target, key) => {
          if (key === 'stream') return stream;
          const value: unknown = Reflect.get(target, key, target);
          return typeof value === 'function' ? (value.bind(target) as unknown) : value;
        },
      });
      return kernel({}, { journal: own });
    },
  },
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
  'Tool.approval': { answer: 'now', run: (hook) => calling({ approval: hook }) },
  'Tool.execute': { answer: 'late', run: (hook) => calling({ execute: hook }) },
  'ToolContext.finish': ours,
  'ToolSet.get': ours,
  'EffectCall.spend': ours,
};

const watching = {
  name: 'watching',
  description: 'asks for what a run knows',
  shouldTerminate: () => ({ terminate: false }) as const,
  reset: () => undefined,
};
