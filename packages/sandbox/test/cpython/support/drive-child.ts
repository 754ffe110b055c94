import { RlmError } from '@rlm/repl-types';

import type { Backend, Child, ChildExit } from '../../../src/contract/backend.js';
import type {
  ChildDialects,
  DoneFrame,
  FinalFrame,
  GuestFrame,
  HostFrame,
  ReplyFrame,
} from '../../../src/contract/frames.js';
import { defaultLimits, type SandboxLimits } from '../../../src/index.js';

/** What one cell did, as a child tells it. */
interface CellOutcome {
  readonly done: DoneFrame | undefined;
  readonly stdout: string;
  readonly stderr: string;
  readonly dropped: number;
  readonly finals: readonly FinalFrame[];
  readonly calls: number;
}

/** A child without a session: only what tests of the child itself need. */
export interface DrivenChild {
  readonly child: Child;
  readonly exit: Promise<ChildExit>;
  readonly hasExited: () => boolean;
  run(
    code: string,
    options?: {
      readonly deadlineMs?: number;
      readonly graceMs?: number;
    },
  ): Promise<CellOutcome>;
  ask(frame: RequestWithoutId): Promise<ReplyFrame>;
}

type RequestWithoutId =
  | {
      readonly type: 'set-text';
      readonly name: string;
      readonly text: string;
      readonly isReserved: boolean;
    }
  | {
      readonly type: 'set-json';
      readonly name: string;
      readonly json: string;
      readonly isReserved: boolean;
    }
  | { readonly type: 'get'; readonly name: string }
  | { readonly type: 'variables' };

/** Functions of the host: JSON data in, JSON data out, or an error. */
type Functions = Readonly<Record<string, (...args: readonly unknown[]) => unknown>>;

/** How a child is driven; the limits default to the contract's. */
export interface DriveOptions {
  readonly functions?: Functions;
  readonly dialects?: ChildDialects;
  readonly limits?: Partial<SandboxLimits>;
  readonly snapshot?: Uint8Array;
  readonly seed?: string;
}

const nowMs = 1_700_000_000_000;

/** Starts a child and drives it by hand. */
export async function driveChild(
  backend: Backend,
  options: DriveOptions = {},
): Promise<DrivenChild> {
  const {
    functions = {},
    dialects = ['final', 'submit'],
    limits,
    snapshot,
    seed = 'seed',
  } = options;
  const listeners = new Set<(frame: GuestFrame) => void>();
  let exited = false;
  const child = backend.spawn({
    functions: Object.keys(functions),
    dialects,
    limits: { ...defaultLimits, ...limits },
    seed,
    snapshot,
    onFrame: (frame) => {
      for (const listener of listeners) listener(frame as GuestFrame);
    },
  });
  const exit = child.exited.finally(() => {
    exited = true;
  });
  await child.ready;
  let id = 0;
  let cell = 0;
  const until = <Frame extends GuestFrame>(
    accept: (frame: GuestFrame) => frame is Frame,
    send: HostFrame,
    each: (frame: GuestFrame) => void = () => undefined,
  ): Promise<Frame | undefined> =>
    new Promise((resolve) => {
      const listener = (frame: GuestFrame): void => {
        each(frame);
        if (!accept(frame)) return;
        listeners.delete(listener);
        resolve(frame);
      };
      listeners.add(listener);
      void exit.then(() => {
        resolve(undefined);
      });
      child.send(send);
    });

  const answer = async (call: number, name: string, args: string): Promise<void> => {
    try {
      const value = await functions[name]?.(...(JSON.parse(args) as unknown[]));
      child.send({ type: 'result', call, outcome: { json: JSON.stringify(value ?? null) } });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      child.send({ type: 'result', call, outcome: { error: { type: 'HostCallError', message } } });
    }
  };

  return {
    child,
    exit,
    hasExited: () => exited,
    async run(code, { deadlineMs, graceMs = 5000 } = {}) {
      id += 1;
      cell += 1;
      const wanted = id;
      const output = { stdout: '', stderr: '' };
      const finals: FinalFrame[] = [];
      let dropped = 0;
      let calls = 0;
      const timers =
        deadlineMs === undefined
          ? []
          : [
              setTimeout(() => {
                child.stop();
              }, deadlineMs),
              setTimeout(() => void child.kill(), deadlineMs + graceMs),
            ];
      const done = await until(
        (frame): frame is DoneFrame => frame.type === 'done' && frame.id === wanted,
        { type: 'execute', id, cell, code, nowMs },
        (frame) => {
          if (frame.type === 'output') {
            output[frame.stream] += frame.text;
            dropped += frame.dropped ?? 0;
          } else if (frame.type === 'final') finals.push(frame);
          else if (frame.type === 'call') {
            calls += 1;
            void answer(frame.call, frame.name, frame.args);
          }
        },
      );
      for (const timer of timers) clearTimeout(timer);
      return { done, ...output, dropped, finals, calls };
    },
    async ask(frame) {
      id += 1;
      const wanted = id;
      const reply = await until(
        (answerFrame): answerFrame is ReplyFrame =>
          answerFrame.type === 'reply' && answerFrame.id === wanted,
        { ...frame, id },
      );
      if (reply === undefined) throw new RlmError('the child is gone', { code: 'test' });
      return reply;
    },
  };
}
