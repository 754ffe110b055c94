import { SandboxError } from '../contract/errors.js';
import type { CellEnd, CellRun } from './cell-run.js';
import type { Engine, EngineExit, EngineRecipe, EngineStart } from './engine.js';
import type { ExecuteFrame, GuestError, HostFrame, ReplyFrame } from './frames.js';
import { parseGuestFrame } from './parse-frame.js';

type RequestFrame = Extract<HostFrame, { id: number }>;
/** A request that is answered by a reply, before it has its number. */
export type Question = RequestFrame extends infer Frame
  ? Frame extends ExecuteFrame
    ? never
    : Omit<Frame & RequestFrame, 'id'>
  : never;

/** What a guest answered: JSON text (where there is an answer), or an error of its own. */
export type Answer = ReplyFrame['outcome'];

/**
 * One engine and the request that is under way with it: checks every frame, and gives the guest up at the first that
 * makes no sense.
 */
export class Guest {
  #engine: Engine | undefined;
  #exit: EngineExit | undefined;
  #nextId = 1;
  #cell: { readonly id: number; readonly run: CellRun } | undefined;
  #question:
    { readonly id: number; readonly settle: (reply: Answer | EngineExit) => void } | undefined;

  /** Starts the engine. Rejects when it cannot start. */
  static async start(recipe: EngineRecipe, start: Omit<EngineStart, 'events'>): Promise<Guest> {
    const guest = new Guest();
    const events = {
      onFrame: (frame: unknown) => {
        guest.#take(frame);
      },
      onExit: (exit: EngineExit) => {
        guest.#lose(exit);
      },
    };
    guest.#engine = await recipe.start({ ...start, events });
    return guest;
  }

  get engine(): Engine {
    if (this.#engine === undefined)
      throw new SandboxError('session_lost', 'the guest has not started');
    return this.#engine;
  }

  get isGone(): boolean {
    return this.#exit !== undefined;
  }

  /** Runs a cell; `run` gets its frames. */
  execute(run: CellRun, frame: Omit<ExecuteFrame, 'id' | 'type'>): Promise<CellEnd> {
    const id = this.#nextId++;
    this.#cell = { id, run };
    if (this.#exit === undefined) this.engine.send({ type: 'execute', id, ...frame });
    else run.lose(this.#exit);
    return run.ended.finally(() => {
      this.#cell = undefined;
    });
  }

  /**
   * Asks something and waits for the reply; the guest is given up when it takes longer than `limitMs`.
   *
   * @throws SandboxError `session_lost`
   */
  async ask(question: Question, limitMs: number): Promise<Answer> {
    const id = this.#nextId++;
    const answered = new Promise<Answer | EngineExit>((resolve) => {
      this.#question = { id, settle: resolve };
    });
    const timer = setTimeout(() => {
      this.#violate(`no reply to "${question.type}" within ${limitMs} ms`);
    }, limitMs);
    try {
      if (this.#exit === undefined) this.engine.send({ ...question, id });
      else this.#question?.settle(this.#exit);
      const answer = await answered;
      if ('kind' in answer) {
        throw new SandboxError('session_lost', `the guest ended: ${answer.reason}`, {
          details: { kind: answer.kind },
        });
      }
      return answer;
    } finally {
      clearTimeout(timer);
      this.#question = undefined;
    }
  }

  /** Ends the guest. */
  async kill(): Promise<void> {
    await this.#engine?.kill();
  }

  #take(value: unknown): void {
    if (this.#exit !== undefined) return;
    const frame = parseGuestFrame(value);
    if (frame === undefined) {
      this.#violate('a frame that has no known shape');
    } else if (this.#cell !== undefined) {
      const { run, id } = this.#cell;
      if (!run.take(frame, id)) this.#violate(`a "${frame.type}" frame that makes no sense now`);
    } else if (this.#question !== undefined && frame.type === 'reply') {
      if (frame.id === this.#question.id) this.#question.settle(frame.outcome);
      else this.#violate('a reply to another question');
    }
    // Between requests a guest may still say something (output of a destructor): it is dropped.
  }

  #violate(reason: string): void {
    this.#lose({ kind: 'violation', reason });
    void this.#engine?.kill();
  }

  #lose(exit: EngineExit): void {
    if (this.#exit !== undefined) return;
    this.#exit = exit;
    this.#cell?.run.lose(exit);
    this.#question?.settle(exit);
  }
}

/** A guest's error as a line for an error's message. */
export function describeGuestError({ type, message }: GuestError): string {
  return message === '' ? type : `${type}: ${message}`;
}

/** The JSON text of an answer. @throws SandboxError `variable_unavailable` */
export function jsonOf(answer: Answer): string {
  if ('error' in answer) {
    throw new SandboxError('variable_unavailable', describeGuestError(answer.error), {
      details: { type: answer.error.type },
    });
  }
  return answer.json ?? 'null';
}
