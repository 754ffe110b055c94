import { decide, forkRun, memoryStore, removeRuns, type RunStore } from '@rlm/journal';
import { defineTool, requiresApproval, suspend } from '@rlm/kernel';
import type { HostFunction } from '@rlm/sandbox';
import { RlmError } from '@rlm/repl-types';
import { runMany } from '@rlm/runner';
import { scripted } from '@rlm/sandbox/scripted';
import { findFinalAnswer } from '@rlm/termination';
import { checkOptions, fields, rule } from '@rlm/repl-types/options';

import { callingModel, inItsOwnTime, response, rlm, rlmCalling, silence } from './runs.js';
import type { Hook, Row, Rows } from './row.js';

const ours = 'the packages make it, and give it to the caller';
const written = 'a method of data that the packages make';

const look = defineTool({ name: 'look', description: 'looks', execute: () => 'seen' });

/** A job over a store of which a method is a hook: every run is there, so that it is opened. */
const asking = (method: 'create' | 'open'): Row => ({
  answer: 'late',
  run: (hook) => {
    const create = (): never => {
      throw new RlmError('taken', { code: 'journal_exists' });
    };
    const open = (): never => {
      throw new Error('it is not opened');
    };
    return runMany(['Why?'], {
      model: () => 'FINAL(so)',
      sandbox: scripted([]),
      store: { create, open, [method]: hook },
      abortSignal: AbortSignal.timeout(3_000),
    }).result;
  },
});

/** Telemetry in which one method is a hook. */
const telemetry = (place: string, method: string): Row => ({
  answer: 'told',
  run(hook) {
    const nothing = (): undefined => undefined;
    const parts = (name: string, methods: object): object =>
      name === place ? { ...methods, [method]: hook } : methods;
    const span = parts('span', { setAttribute: nothing, setStatus: nothing, end: nothing });
    const tracer = parts('tracer', { startSpan: () => span });
    return rlm({
      telemetry: {
        api: {
          trace: parts('trace', { getTracer: () => tracer, setSpan: () => ({}) }),
          context: parts('context', { active: () => ({}) }),
        } as never,
      },
      ...(method === 'setStatus'
        ? { sandbox: scripted([{ error: { type: 'E', message: 'm' } }]) }
        : {}),
    });
  },
});

/** A method whose answer telemetry needs. */
const needed = (place: string, method: string): Row => ({
  ...telemetry(place, method),
  answer: 'now',
  seen: { 'gives an object with a getter that throws': /./ },
});

const dialect = (parts: object): unknown =>
  rlm({
    model: () => 'DONE(ok)',
    dialects: [
      {
        name: 'mine',
        session: 'final',
        guestNames: ['FINAL'],
        words: () => ({ code: 'c', prose: 'p', reminder: 'r', lastReply: 'l' }),
        ...parts,
      },
    ],
  });

const cache = (parts: object): unknown =>
  rlmCalling('llm_query', {
    cache: {
      getItem: () => Promise.resolve(undefined),
      setItem: () => undefined,
      ...parts,
    },
    subModel: () => 'an answer',
  });

/** A store, of a run that waits for a decision, in which a method is a hook. */
const store = (method: string, use: (own: RunStore, id: string, key: string) => unknown): Row => ({
  answer: 'late',
  async run(hook) {
    const kept = memoryStore();
    const journal = await kept.create();
    await inItsOwnTime(() =>
      response({
        journal,
        model: callingModel(),
        tools: [requiresApproval(look)],
        approve: () => suspend(),
      }),
    );
    let waited = '';
    for await (const line of kept.read(journal.runId)) if (line.t === 'wait') waited = line.key;
    const own = { ...kept, [method]: hook };
    return Promise.race([use(own, journal.runId, waited), silence()]);
  },
  seen: { 'gives a promise': /./, 'never settles': /silence/ },
});

/** The same for a method that gives a sequence at once. */
const listing: typeof store = (...args) => ({ ...store(...args), answer: 'now', seen: {} });

/** The hooks of `@rlm/runner`, `@rlm/sandbox`, `@rlm/journal`, `@rlm/termination` and `@rlm/repl-types`. */
export const runnerRows: Rows = {
  'RlmOptions.model': { answer: 'late', run: (hook) => rlm({ model: hook }) },
  'RlmOptions.model[]': { answer: 'late', run: (hook) => rlm({ model: [hook] }) },
  'RlmOptions.subModel': {
    answer: 'late',
    run: (hook) => rlmCalling('llm_query', { subModel: hook }),
  },
  'RlmOptions.models[]': {
    answer: 'late',
    run: (hook) =>
      rlmCalling('llm_query', { models: { other: hook } }, { model: 'other' } as never),
  },
  'CompactionPolicy.compact': {
    answer: 'late',
    run: (hook) =>
      rlm({
        maxSteps: 8,
        minSteps: 7,
        compaction: {
          maxChars: 1,
          keepTurns: 1,
          policy: {
            name: 'mine',
            description: 'mine',
            shouldCompact: () => true,
            compact: hook,
            reset: () => undefined,
          },
        },
      }),
  },
  'Dialect.readProse': {
    answer: 'now',
    run: (hook) => dialect({ readProse: hook }),
    seen: { 'gives an object with a getter that throws': /./ },
  },
  'Dialect.words': {
    answer: 'now',
    run: (hook) => dialect({ words: hook }),
    seen: { 'gives an object with a getter that throws': /./ },
  },
  'QueryCache.getItem': { answer: 'late', run: (hook) => cache({ getItem: hook }) },
  'QueryCache.setItem': { answer: 'late', run: (hook) => cache({ setItem: hook }) },
  'OpenTelemetryLike.context.active': needed('context', 'active'),
  'OpenTelemetryLike.trace.getTracer': needed('trace', 'getTracer'),
  'OpenTelemetryLike.trace.setSpan': needed('trace', 'setSpan'),
  'TracerLike.startSpan': needed('tracer', 'startSpan'),
  'SpanLike.end': telemetry('span', 'end'),
  'SpanLike.setAttribute': telemetry('span', 'setAttribute'),
  'SpanLike.setStatus': telemetry('span', 'setStatus'),
  'RlmResult.toJSON': ours,
  'RlmRunner.run': ours,
  'Run.abort': ours,
  'RunContext.diagnose': ours,
  'RunContext.emit': ours,
  'RunContext.refreshStatus': ours,
  'RunContext.random': ours,
  'RunContext.reviewAnswer': ours,
  'EffectSeam.busy': ours,
  'EffectSeam.run': ours,
  'CellJournal.isPassed': ours,
  'CellJournal.keepSnapshot': ours,
  'CellJournal.note': ours,
  'CellJournal.pass': ours,
  'CellJournal.readSnapshot': ours,
  'Ledger.book': ours,
  'Ledger.close': ours,
  'Ledger.forecast': ours,
  'Ledger.remaining': ours,
  'Ledger.replyCap': ours,
  'Ledger.reserve': ours,
  'Ledger.reserveInTurn': ours,
  'Ledger.reserveInTurn(need)': 'called by the kernel alone, with what callModel gives',
  'Ledger.reserveInTurn()(need)': 'called by the kernel alone, with what callModel gives',
  'Ledger.seen': ours,
  'SeenReplies.forecast': ours,
  'SeenReplies.learn': ours,
  'Ledger.spent': ours,
  'Reservation.abandon': ours,
  'Reservation.release': ours,
  'Reservation.settle': ours,
  'REPLEntry.format': written,
  'REPLEntry.toJSON': written,
  'REPLHistory.append': written,
  'REPLHistory.format': written,
  'REPLHistory.latest': written,
  'REPLHistory.toJSON': written,
  'REPLResult.toJSON': written,
  'REPLVariable.format': written,
  'REPLVariable.toJSON': written,
  'SessionOptions.functions[]': hostFunction((hook) => hook),
  'HostFunctionSpec.run': hostFunction((hook) => ({ run: hook })),
  'SessionOptions.now': {
    answer: 'now',
    run: async (hook) => (await scripted(['x']).open({ now: hook })).execute('x'),
  },
  'ExecuteOptions.onOutput': {
    answer: 'told',
    run: async (hook) =>
      (await scripted([{ stdout: 'printed' }]).open()).execute('x', { onOutput: hook }),
  },
  'scripted(steps)[]': {
    answer: 'late',
    run: async (hook) =>
      (await scripted([hook]).open({ limits: { cellMs: 100, graceMs: 10 } })).execute('x'),
  },
  'BullmqQueueOptions.start': 'needs a Redis: journal/test/bullmq/stranded.test.ts',
  'QuestionStore.create': asking('create'),
  'QuestionStore.open': asking('open'),
  'QuestionStore.remove': 'called for a run that ended at a shared budget: raised-budget.test.ts',
  'RunStore.create': store('create', (own, id) => forkRun(own, id, { atStep: 1 })),
  'RunStore.list': listing('list', (own) => removeRuns(own, { olderThanMs: 0 })),
  'RunStore.open': store('open', (own, id, key) => decide(own, id, { key, value: true })),
  'RunStore.read': listing('read', (own, id) => forkRun(own, id, { atStep: 1 })),
  'RunStore.remove': store('remove', (own) =>
    removeRuns(own, { olderThanMs: 0, statuses: ['suspended'] }),
  ),
  'FinalAnswerEnvironment.getVariable': {
    answer: 'late',
    run: (hook) =>
      Promise.race([
        findFinalAnswer('FINAL_VAR(x)', { environment: { getVariable: hook } }),
        silence(),
      ]),
    seen: { 'never settles': /silence/ },
  },
  'OptionRule.find': {
    answer: 'now',
    run: (hook) => {
      checkOptions(
        1,
        { expected: 'mine', find: hook },
        ({ message }) => new Error(`refused: ${message}`),
      );
    },
    seen: { 'gives an object with a getter that throws': /refused/ },
  },
  'checkOptions(refuse)': {
    answer: 'now',
    run: (hook) => {
      checkOptions({ a: 1 }, fields({}), hook);
    },
    seen: { 'gives an object with a getter that throws': /Getter/ },
  },
  'rule(accepts)': {
    answer: 'now',
    run: (hook) => {
      checkOptions(
        1,
        rule('mine', hook),
        ({ message }) => new Error(`${message}: a promise, perhaps`),
      );
    },
    seen: { 'gives an object with a getter that throws': /./ },
  },
};

function hostFunction(given: (hook: Hook) => HostFunction | { readonly run: Hook }): Row {
  return {
    answer: 'late',
    async run(hook) {
      const session = await scripted([
        async (_, guest) => ({ stdout: JSON.stringify(await guest.call('look', 'x')) }),
      ]).open({ functions: { look: given(hook) }, limits: { callTimeoutMs: 50, graceMs: 10 } });
      return session.execute('x');
    },
  };
}
