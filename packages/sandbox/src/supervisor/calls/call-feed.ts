import { contentKey } from '../log/content-key.js';
import type { CallFrame } from '../../contract/frames.js';
import { recordCalls, type DeliveredCall } from './delivered-call.js';
import type { CallingCell, HostCallDesk } from './host-calls.js';
import { ReplayDivergence } from '../log/replay-divergence.js';
import { callBytes } from '../log/log-size.js';
import type { RecordedCall } from '../log/entry.js';
import { createUnreadAnswers, type UnreadAnswers } from './unread-answers.js';

/** A result that is ready for the guest. */
interface Delivery {
  readonly call: number;
  readonly made: DeliveredCall;
}

/** The source of the results of a cell's host calls: the host, or a replay log. */
export interface CallFeed {
  /** The guest made a call. */
  begin(call: CallFrame): void;
  /** The next result to deliver, or undefined while there is none. */
  next(): Delivery | undefined;
  /** Calls that wait for their result or its delivery. */
  pending(): readonly number[];
  /** Settles when calls that are looked up in the record may have been found; undefined if none is looked up. */
  busy(): Promise<void> | undefined;
  /**
   * The feed of the same cell when it runs again in another guest. Delivered results come from the record, in their
   * order. Calls that are under way, or whose results wait, are not made again. Absent if a cell cannot run again.
   */
  again?(delivered: readonly DeliveredCall[], onDivergence: OnDivergence): CallFeed;
}

/** Hears that a cell did something else than its record says. */
export type OnDivergence = (divergence: ReplayDivergence) => void;

/** A call that was made for a cell, and whose result no guest has got yet. */
interface MadeCall {
  readonly name: string;
  readonly args: string | Promise<string>;
  readonly outcome: Promise<RecordedCall['outcome']>;
}

/** Looks that are under way, for those who wait for one of them. */
function createLookUps() {
  const ends = new Set<Promise<void>>();
  return {
    async during<Value>(task: Promise<Value>): Promise<Value> {
      const end = task.then(
        () => undefined,
        () => undefined,
      );
      ends.add(end);
      return task.finally(() => ends.delete(end));
    },
    first: (): Promise<void> | undefined => [...ends][0],
  };
}

/**
 * Serves calls by the host, delivered in the order of their completion.
 *
 * @param cellOf The cell that makes them; asked when it makes the first.
 * @param carried Calls that an earlier run of the same cell made, and that are not made again.
 */
export function createLiveFeed(
  desk: HostCallDesk,
  cellOf: () => CallingCell,
  cellNumber: number,
  onReady: () => void,
  carried: MadeCall[] = [],
): CallFeed {
  /** By the numbers of the calls; undefined while it is looked up among the carried ones. */
  const pending = new Map<number, MadeCall | undefined>();
  const ready: Delivery[] = [];
  let calling: { readonly cell: CallingCell; readonly unread: UnreadAnswers } | undefined;
  const callingCell = (): NonNullable<typeof calling> => {
    if (calling !== undefined) return calling;
    const cell = cellOf();
    const unread = createUnreadAnswers(cell.abortSignal);
    return (calling = { unread, cell: { ...cell, room: () => unread.room() } });
  };
  const lookUps = createLookUps();
  let isOver = false;

  const claim = async ({ name, args }: CallFrame): Promise<MadeCall | undefined> => {
    const key = await contentKey(args);
    for (const one of [...carried]) {
      if (one.name !== name || (await one.args) !== key || !carried.includes(one)) continue;
      carried.splice(carried.indexOf(one), 1);
      return one;
    }
    return undefined;
  };
  const serve = async (call: CallFrame): Promise<void> => {
    const known = await lookUps.during(claim(call));
    if (isOver) return;
    await deliver(call.call, known ?? make(call));
  };
  const make = (call: CallFrame): MadeCall => ({
    name: call.name,
    args: contentKey(call.args),
    outcome: desk.serve(call, callingCell().cell),
  });
  /** Does not know the call's arguments: a batch's may be 100 MB, and are not needed while its answers are pending. */
  const deliver = async (call: number, made: MadeCall): Promise<void> => {
    pending.set(call, made);
    const outcome = await made.outcome;
    const answered = { ...made, outcome };
    callingCell().unread.add(callBytes(answered));
    ready.push({ call, made: answered });
    onReady();
  };

  return {
    begin(call) {
      pending.set(call.call, undefined);
      if (carried.length === 0) void deliver(call.call, make(call));
      else void serve(call);
    },
    next() {
      const delivery = ready.shift();
      if (delivery === undefined) return undefined;
      pending.delete(delivery.call);
      calling?.unread.remove(callBytes(delivery.made));
      return delivery;
    },
    pending: () => [...pending.keys()],
    busy: lookUps.first,
    again(delivered, onDivergence) {
      isOver = true;
      calling?.unread.end();
      const made = [...pending.values()].filter((one) => one !== undefined);
      const live = createLiveFeed(desk, cellOf, cellNumber, onReady, [...made, ...carried]);
      return createRerunFeed(delivered, live, cellNumber, onReady, onDivergence);
    },
  };
}

/** Serves recorded calls from the record, then the rest, including later ones, by the host. */
function createRerunFeed(
  recorded: readonly DeliveredCall[],
  live: CallFeed,
  cell: number,
  onReady: () => void,
  onDivergence: OnDivergence,
): CallFeed {
  const replay = createReplayFeed(recorded, cell, onReady, onDivergence);
  const held = new Map<number, CallFrame>();
  let left = recorded.length;

  return {
    begin(call) {
      if (left === 0) {
        live.begin(call);
        return;
      }
      held.set(call.call, call);
      replay.begin(call);
    },
    next() {
      if (left === 0) return live.next();
      const delivery = replay.next();
      if (delivery === undefined) return undefined;
      held.delete(delivery.call);
      left--;
      if (left === 0) {
        for (const call of held.values()) live.begin(call);
        held.clear();
      }
      return delivery;
    },
    pending: () => [...held.keys(), ...live.pending()],
    busy: () => replay.busy() ?? live.busy(),
  };
}

/** Serves calls from a log, in the order in which the log delivered them. */
export function createReplayFeed(
  delivered: readonly DeliveredCall[],
  cell: number,
  onReady: () => void,
  onDivergence: OnDivergence,
): CallFeed {
  const requested: { readonly call: number; readonly name: string; readonly args: string }[] = [];
  const begun = new Set<number>();
  const lookUps = createLookUps();
  const recording = recordCalls(delivered);
  let recorded: readonly RecordedCall[] = [];
  let position = 0;

  const begin = async ({ call, name, args }: CallFrame): Promise<void> => {
    const keys = Promise.all([contentKey(args), recording]);
    const [key, calls] = await lookUps.during(keys);
    recorded = calls;
    requested.push({ call, name, args: key });
    onReady();
  };

  return {
    begin(call) {
      begun.add(call.call);
      void begin(call);
    },
    next() {
      if (lookUps.first() !== undefined || requested.length === 0) return undefined;
      const expected = recorded[position];
      const index = requested.findIndex(
        ({ name, args }) => name === expected?.name && args === expected.args,
      );
      const match = requested[index];
      if (expected === undefined || match === undefined) {
        onDivergence(
          new ReplayDivergence(cell, `host call ${position + 1}`, expected, requested[0]),
        );
        return undefined;
      }
      position++;
      requested.splice(index, 1);
      begun.delete(match.call);
      return { call: match.call, made: expected };
    },
    pending: () => [...begun],
    busy: lookUps.first,
  };
}
