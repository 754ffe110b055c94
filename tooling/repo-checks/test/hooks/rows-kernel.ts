import { createBudget, createEventHub, createRun, type Run, type RunJournal } from '@rlm/kernel';
import { memoryStore } from '@rlm/journal';

import {
  calledOften,
  fastClock,
  inItsOwnTime,
  kernel,
  protocol,
  response,
  within,
} from './runs.js';
import type { Row, Rows } from './row.js';

const ours = 'the packages make it, and give it to the caller';

/** A run whose effect has a part that is a hook. */
const effect = (parts: object): unknown =>
  within((context) =>
    context.effects.run({ kind: 'mine', input: null, perform: () => Promise.resolve(1), ...parts }),
  );

/** A journal of which a part is a hook. */
const withPart = (journal: RunJournal, part: string, hook: unknown): RunJournal =>
  new Proxy(journal, {
    get: (target, key) => {
      if (key === part) return hook;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });

/** A run with such a journal. */
const journalled = (part: string): Row => ({
  answer: part === 'begin' || part === 'stream' ? 'now' : 'late',
  run: async (hook) => kernel({}, { journal: withPart(await memoryStore().create(), part, hook) }),
});

/** A run that is given an answer which its journal keeps in a blob. */
const blobbed = (journal: RunJournal): unknown =>
  within(
    (context) =>
      context.effects.run({
        kind: 'mine',
        input: null,
        perform: () => Promise.resolve('x'.repeat(40_000)),
      }),
    { journal },
  );

/** Runs something to its end with a journal, and once more from what the journal has. */
async function again(start: (journal: RunJournal, isAgain: boolean) => unknown): Promise<unknown> {
  const store = memoryStore();
  const journal = await store.create({ runId: 'run' });
  await inItsOwnTime(() => start(journal, false) as Run<unknown, unknown>);
  return start(await store.open('run', { takeOver: true }), true);
}

const failing = (): never => {
  throw Object.assign(new Error('busy'), { isRetryable: true });
};

/** A record in which another process has a call under way. */
const none = { inputTokens: 0, outputTokens: 0, costUsd: 0, calls: 0, subQueries: 0 };
const other = { pid: 1, host: 'there', beat: 1, spent: none, open: { ...none, calls: 1 } };
const record = JSON.stringify({
  ...{ format: 'rlm-budget', version: 1, base: none, owners: { other }, folded: {} },
});

/** A run under a budget in a store in which a method is a hook. */
const budgeted = (method: 'read' | 'write' | 'isGone'): Row => ({
  answer: method === 'isGone' ? 'now' : 'late',
  run(hook) {
    const records = {
      ...{ pid: 2, host: 'here', isGone: () => false },
      read: () => Promise.resolve(record),
      write: () => Promise.resolve(true),
      [method]: hook,
    };
    const budget = createBudget({ maxTokens: 10_000_000, id: 'team', store: { records } });
    return response({ budget });
  },
  seen: method === 'isGone' ? { 'gives an object with a getter that throws': /./ } : {},
});

/** The hooks of `@rlm/kernel`. */
export const kernelRows: Rows = {
  'Budget.refresh': ours,
  'BudgetRecords.isGone': budgeted('isGone'),
  'BudgetRecords.read': budgeted('read'),
  'BudgetRecords.write': budgeted('write'),
  'Clock.now': { answer: 'now', run: (hook) => kernel({}, { clock: { ...fastClock, now: hook } }) },
  'Clock.sleep': {
    answer: 'late',
    run: (hook) => kernel({}, { clock: { ...fastClock, sleep: hook } }),
    seen: { 'never settles': /max_steps/ },
  },
  'CreateRunOptions.policies[]': { answer: 'now', run: (hook) => kernel({}, { policies: [hook] }) },
  'CreateRunOptions.confidence': { answer: 'now', run: (hook) => kernel({}, { confidence: hook }) },
  'CreateRunOptions.toResult': {
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
  'Effect.book': {
    answer: 'now',
    run: (hook) =>
      again((journal, isAgain) =>
        within(
          (context) =>
            context.effects.run({
              ...{ kind: 'mine', input: null, perform: () => Promise.resolve(1) },
              costOf: () => ({ inputTokens: 1 }),
              ...(isAgain ? { book: hook } : {}),
            }),
          { journal },
        ),
      ),
    seen: { 'gives an object with a getter that throws': /ok/ },
  },
  'Effect.costOf': {
    answer: 'now',
    run: (hook) => effect({ costOf: hook }),
    seen: { 'gives an object with a getter that throws': /ok/ },
  },
  'Effect.perform': { answer: 'late', run: (hook) => effect({ perform: hook }) },
  'PlacedEffect.onRetry': ours,
  'PlacedEffect.perform': ours,
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
  'Protocol.close': {
    answer: 'late',
    run: (hook) => kernel({ close: hook }),
    seen: { 'never settles': /close_left_behind/ },
  },
  'Protocol.wrapUp': { answer: 'late', run: (hook) => kernel({ wrapUp: hook }) },
  'Protocol.head': {
    answer: 'late',
    run: async (hook) => kernel({ head: hook }, { journal: await memoryStore().create() }),
  },
  'Protocol.idle': {
    answer: 'late',
    run: async (given) => {
      const { hook, abortSignal } = calledOften(given);
      return createRun(protocol({ idle: hook }), 'in', {
        journal: await memoryStore().create(),
        maxSteps: 2,
        graceMs: 500,
        clock: fastClock,
        abortSignal,
      });
    },
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
    run: (hook) => kernel({ step: hook }),
  },
  'Protocol.variables': {
    answer: 'now',
    run: (hook) => kernel({ variables: hook }, { policies: [watching] }),
    seen: { 'gives an object with a getter that throws': /max_steps/ },
  },
  'RunJournal.begin': {
    ...journalled('begin'),
    seen: { 'gives an object with a getter that throws': /max_steps/ },
  },
  'RunJournal.close': journalled('close'),
  'RunJournal.end': { ...journalled('end'), seen: { 'never settles': /journal_silent/ } },
  'RunJournal.readBlob': {
    answer: 'late',
    run: (hook) =>
      again((journal, isAgain) => blobbed(isAgain ? withPart(journal, 'readBlob', hook) : journal)),
  },
  'RunJournal.stream': {
    ...journalled('stream'),
    seen: { 'gives an object with a getter that throws': /Error/ },
  },
  'EffectStream.append': {
    answer: 'late',
    async run(hook) {
      const journal = await memoryStore().create();
      const stream = (path: string) => ({ recorded: journal.stream(path).recorded, append: hook });
      const own = withPart(journal, 'stream', stream);
      return kernel({}, { journal: own });
    },
  },
  'EffectCall.spend': ours,
};

const watching = {
  name: 'watching',
  description: 'asks for what a run knows',
  shouldTerminate: () => ({ terminate: false }) as const,
  reset: () => undefined,
};
