import type { ExecuteFrame, GuestError, ReplyFrame } from '../../contract/frames.js';
import { Cell, type FrameSink } from './cell.js';
import type { CellMachine } from './cell-machine.js';
import type { Tracebacks } from './tracebacks.js';

/** The cells of a session, one after another, and what the guest's code asks the one that runs for. */
export interface SessionCells {
  /** The id of the last cell; 0 before the first. */
  readonly lastId: number;
  /** The cell that runs. */
  running(): Cell | undefined;
  start(machine: CellMachine, frame: ExecuteFrame): void;
  /** Returns the number of a call, a reason why it cannot be made, or undefined while too much waits for the host. */
  readonly onCall: (name: string, args: string) => number | string | undefined;
  /** Sends an answer, once; returns a reason why it cannot. */
  readonly onFinal: (kind: string, name: string, json: string, open: string) => string | undefined;
  readonly onPrint: (stream: 'stdout' | 'stderr', text: string) => void;
  /** Replies to a request with what a step returns, or throws. */
  attempt(id: number, step: () => ReplyFrame['outcome']): void;
}

/** Makes {@link SessionCells}. */
export function createSessionCells(
  outbox: FrameSink,
  hostNames: ReadonlySet<string>,
  tracebacks: Tracebacks,
): SessionCells {
  let cell: Cell | undefined;
  let calls = 0;
  const running = (): Cell | undefined => (cell?.isOver === false ? cell : undefined);
  return {
    get lastId() {
      return cell?.id ?? 0;
    },
    running,
    start(machine, frame) {
      cell = new Cell(machine, outbox, frame, tracebacks);
      cell.start(frame, hostNames);
    },
    onCall(name, args) {
      const current = running();
      if (current === undefined) return 'no cell is running';
      if (!current.expect(calls + 1, args)) return undefined;
      calls++;
      outbox.add({ type: 'call', call: calls, name, args });
      return calls;
    },
    onFinal(kind, name, json, open) {
      const current = running();
      if (current === undefined) return 'no cell is running';
      if (current.isFinal) return undefined;
      const fault = current.unawaited(open);
      if (fault !== undefined) return fault;
      current.output.finish();
      const frame = { type: 'final', json } as const;
      if (kind === 'variable') outbox.add({ ...frame, kind, name });
      else outbox.add({ ...frame, kind: kind === 'submit' ? kind : 'direct' });
      current.isFinal = true;
      outbox.flush();
      return undefined;
    },
    onPrint(stream, text) {
      const current = running();
      if (current?.isFinal === false && !current.isStopped) current.output.print(stream, text);
    },
    attempt(id, step) {
      let outcome: ReplyFrame['outcome'];
      try {
        outcome = step();
      } catch (error) {
        outcome = { error: errorOf(error) };
      }
      outbox.add({ type: 'reply', id, outcome });
      outbox.flush();
    },
  };
}

function errorOf(error: unknown): GuestError {
  const { name, message } = error as Partial<Error>;
  return { type: String(name), message: String(message) };
}
