import { contentKey, shortContentKey } from './content-key.js';
import type { CallFrame } from './frames.js';
import type { CallingCell, HostCallDesk } from './host-calls.js';
import { ReplayDivergence } from './replay-divergence.js';
import type { RecordedCall } from './replay-log.js';

/** A call whose result is ready for the guest. */
interface Delivery {
  readonly call: number;
  readonly record: RecordedCall;
}

/** Where the results of a cell's host calls come from: the host, or a replay log. */
export interface CallFeed {
  /** The guest made a call. */
  begin(call: CallFrame): void;
  /** The next result to deliver, or undefined while there is none. */
  next(): Delivery | undefined;
  /** Calls that wait for their result or its delivery. */
  pending(): readonly number[];
}

/** Serves calls by the host, delivered in the order of their completion. */
export function createLiveFeed(
  desk: HostCallDesk,
  cell: CallingCell,
  onReady: () => void,
): CallFeed {
  const pending = new Set<number>();
  const ready: Delivery[] = [];

  const serve = async (call: CallFrame): Promise<void> => {
    const key = contentKey(call.args);
    const outcome = await desk.serve(call, cell);
    const args = shortContentKey(call.args) ?? (await key);
    ready.push({ call: call.call, record: { name: call.name, args, outcome } });
    onReady();
  };

  return {
    begin(call) {
      pending.add(call.call);
      void serve(call);
    },
    next() {
      const delivery = ready.shift();
      if (delivery !== undefined) pending.delete(delivery.call);
      return delivery;
    },
    pending: () => [...pending],
  };
}

/** Serves calls from a log, in the order in which the log delivered them. */
export function createReplayFeed(
  recorded: readonly RecordedCall[],
  cell: number,
  onReady: () => void,
  onDivergence: (divergence: ReplayDivergence) => void,
): CallFeed {
  const issued: { readonly call: number; readonly name: string; readonly args: string }[] = [];
  let delivered = 0;
  let keying = 0;

  const begin = async (call: CallFrame): Promise<void> => {
    keying++;
    const args = shortContentKey(call.args) ?? (await contentKey(call.args));
    keying--;
    issued.push({ call: call.call, name: call.name, args });
    onReady();
  };

  return {
    begin(call) {
      void begin(call);
    },
    next() {
      if (keying > 0 || issued.length === 0) return undefined;
      const expected = recorded[delivered];
      const index = issued.findIndex(
        ({ name, args }) => name === expected?.name && args === expected.args,
      );
      const match = issued[index];
      if (expected === undefined || match === undefined) {
        onDivergence(new ReplayDivergence(cell, `host call ${delivered + 1}`, expected, issued[0]));
        return undefined;
      }
      delivered++;
      issued.splice(index, 1);
      return { call: match.call, record: expected };
    },
    pending: () => issued.map(({ call }) => call),
  };
}
