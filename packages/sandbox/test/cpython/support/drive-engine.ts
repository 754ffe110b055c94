import { RlmError } from '@rlm/repl-types';

import type {
  Engine,
  EngineExit,
  EngineFrame,
  EngineRecipe,
  InterruptReason,
} from '../../../src/contract/engine.js';
import type {
  ChildDialects,
  DoneFrame,
  FinalFrame,
  GuestFrame,
  ReplyFrame,
} from '../../../src/index.js';
import { defaultLimits, type SandboxLimits } from '../../../src/index.js';

/** What one cell did, as an engine tells it. */
interface CellOutcome {
  readonly done: DoneFrame | undefined;
  readonly stdout: string;
  readonly stderr: string;
  readonly dropped: number;
  readonly finals: readonly FinalFrame[];
  readonly calls: number;
}

/** An engine without a supervisor: only what tests of the engine itself need. */
export interface DrivenEngine {
  readonly engine: Engine;
  readonly exit: Promise<EngineExit>;
  readonly hasExited: () => boolean;
  run(
    code: string,
    options?: {
      readonly deadlineMs?: number;
      readonly graceMs?: number;
      readonly reason?: InterruptReason;
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

/** How an engine is driven; the limits default to the contract's. */
export interface DriveOptions {
  readonly functions?: Functions;
  readonly dialects?: ChildDialects;
  readonly limits?: Partial<SandboxLimits>;
  readonly snapshot?: Uint8Array;
  readonly seed?: string;
}

const nowMs = 1_700_000_000_000;

/** Starts an engine and drives it by hand. */
export async function driveEngine(
  recipe: EngineRecipe,
  options: DriveOptions = {},
): Promise<DrivenEngine> {
  const {
    functions = {},
    dialects = ['final', 'submit'],
    limits,
    snapshot,
    seed = 'seed',
  } = options;
  const listeners = new Set<(frame: GuestFrame) => void>();
  let exited = false;
  let settleExit: (exit: EngineExit) => void;
  const exit = new Promise<EngineExit>((resolve) => {
    settleExit = resolve;
  });
  const engine = await recipe.start({
    functions: Object.keys(functions),
    dialects,
    limits: { ...defaultLimits, ...limits },
    seed,
    snapshot,
    events: {
      onFrame: (frame) => {
        for (const listener of listeners) listener(frame as GuestFrame);
      },
      onExit: (how) => {
        exited = true;
        settleExit(how);
      },
    },
  });
  let id = 0;
  let cell = 0;
  const until = <Frame extends GuestFrame>(
    accept: (frame: GuestFrame) => frame is Frame,
    send: EngineFrame,
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
      engine.send(send);
    });

  const answer = async (call: number, name: string, args: string): Promise<void> => {
    try {
      const value = await functions[name]?.(...(JSON.parse(args) as unknown[]));
      engine.send({ type: 'result', call, outcome: { json: JSON.stringify(value ?? null) } });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      engine.send({ type: 'result', call, outcome: { error: { type: 'HostCallError', message } } });
    }
  };

  return {
    engine,
    exit,
    hasExited: () => exited,
    async run(code, { deadlineMs, graceMs = 5000, reason = 'deadline' } = {}) {
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
                engine.interrupt(reason);
              }, deadlineMs),
              setTimeout(() => void engine.kill(), deadlineMs + graceMs),
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
      if (reply === undefined) throw new RlmError('the engine is gone', { code: 'test' });
      return reply;
    },
  };
}
