import { AsyncResource, createHook, executionAsyncId } from 'node:async_hooks';

/** What work costs, in things that are counted, not timed. */
export interface Costs {
  readonly promises: number;
  readonly timers: number;
  readonly immediates: number;
  readonly controllers: number;
  readonly listeners: number;
  readonly freezes: number;
}

const kinds: Readonly<Record<string, keyof Costs>> = {
  PROMISE: 'promises',
  Timeout: 'timers',
  Immediate: 'immediates',
};

/** Counts what some work, and everything that it starts, makes. Freezes of other work at the same time count too. */
async function countCosts(work: () => Promise<void>): Promise<Costs> {
  const counts = {
    promises: 0,
    timers: 0,
    immediates: 0,
    controllers: 0,
    listeners: 0,
    freezes: 0,
  };
  const own = new AsyncResource('counted');
  const ids = new Set([own.asyncId()]);
  const hook = createHook({
    init(id, type, trigger) {
      if (!ids.has(trigger) && !ids.has(executionAsyncId())) return;
      ids.add(id);
      const kind = kinds[type];
      if (kind !== undefined) counts[kind] += 1;
    },
  });
  const { AbortController: Controller } = globalThis;
  const { freeze } = Object;
  const add = Object.getOwnPropertyDescriptor(EventTarget.prototype, 'addEventListener');
  const listen = add?.value as EventTarget['addEventListener'];
  globalThis.AbortController = class extends Controller {
    constructor() {
      super();
      counts.controllers += 1;
    }
  };
  Object.freeze = <T>(value: T): Readonly<T> => {
    counts.freezes += 1;
    return freeze(value);
  };
  EventTarget.prototype.addEventListener = function (...args) {
    counts.listeners += 1;
    listen.apply(this, args);
  };
  hook.enable();
  try {
    await own.runInAsyncScope(work);
  } finally {
    hook.disable();
    globalThis.AbortController = Controller;
    Object.freeze = freeze;
    EventTarget.prototype.addEventListener = listen;
  }
  return counts;
}

/** What one more turn costs: a run of `more` turns beside one of `few`, after a run that has loaded everything. */
export async function costsOfTurn(run: (turns: number) => Promise<void>): Promise<Costs> {
  const [few, more] = [20, 40];
  await run(few);
  const before = await countCosts(() => run(few));
  const after = await countCosts(() => run(more));
  return Object.fromEntries(
    Object.entries(after).map(([kind, count]) => [
      kind,
      (count - before[kind as keyof Costs]) / (more - few),
    ]),
  ) as unknown as Costs;
}
