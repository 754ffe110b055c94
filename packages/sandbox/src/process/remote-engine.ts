import { SandboxError } from '../contract/errors.js';
import type { Engine, EngineEvents, EngineExit, InterruptReason } from '../contract/engine.js';
import type { HostFrame } from '../contract/frames.js';
import type { FromProcess, ToProcess } from './protocol.js';

type WithEngine<Message> = Message extends { readonly engine: number } ? Message : never;
type Unnumbered<Message> = Message extends unknown ? Omit<Message, 'engine'> : never;

/** What an engine's process is told on its behalf; the process adds which engine. */
type EngineRequest = Unnumbered<Exclude<WithEngine<ToProcess>, { type: 'start' }>>;
/** What the process says of one engine. */
export type EngineNotice = Exclude<WithEngine<FromProcess>, { type: 'started' | 'refused' }>;

/** The process of an engine, as far as the engine needs it. */
export interface EngineLine {
  say(request: EngineRequest): void;
  /** Whether something is under way that the host waits for. */
  setBusy(isBusy: boolean): void;
  /** The engine has ended. */
  forget(): void;
  /** Ends the whole process: the engine does not end in time. */
  giveUp(): void;
}

/** After this time without an answer, who ends an engine is not kept waiting any longer, in milliseconds. */
const answerMs = 800;
/** After this time, an engine that does not end takes its process along. */
const killMs = 5_000;

/** An engine that runs in another process. */
export class RemoteEngine implements Engine {
  readonly #events: EngineEvents;
  readonly #line: EngineLine;
  readonly #gone: Promise<void>;
  #onGone: () => void = () => undefined;
  #exit: EngineExit | undefined;
  #image: ((notice: ImageNotice | EngineExit) => void) | undefined;
  #isKilled = false;

  constructor(events: EngineEvents, line: EngineLine) {
    this.#events = events;
    this.#line = line;
    this.#gone = new Promise((resolve) => {
      this.#onGone = resolve;
    });
  }

  send(frame: HostFrame): void {
    if (frame.type !== 'result') this.#line.setBusy(true);
    this.#line.say({ type: 'frame', frame });
  }

  interrupt(reason: InterruptReason): void {
    this.#line.say({ type: 'interrupt', reason });
  }

  async image(mostBytes: number): Promise<Uint8Array | undefined> {
    const answered = new Promise<ImageNotice | EngineExit>((resolve) => {
      this.#image = resolve;
    });
    this.#line.setBusy(true);
    if (this.#exit === undefined) this.#line.say({ type: 'image', mostBytes });
    else this.#image?.(this.#exit);
    const answer = await answered;
    this.#line.setBusy(false);
    const reason = 'reason' in answer ? answer.reason : answer.error?.message;
    if (reason !== undefined) throw new SandboxError('session_lost', reason);
    return 'bytes' in answer ? answer.bytes : undefined;
  }

  async kill(): Promise<void> {
    if (this.#exit !== undefined) return;
    if (!this.#isKilled) {
      this.#isKilled = true;
      this.#line.say({ type: 'kill' });
      const giveUp = setTimeout(() => {
        this.#line.giveUp();
      }, killMs);
      giveUp.unref();
      void this.#gone.then(() => {
        clearTimeout(giveUp);
      });
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, answerMs);
    });
    await Promise.race([this.#gone, late]);
    clearTimeout(timer);
  }

  /** Takes what the process says of this engine. */
  take(notice: EngineNotice): void {
    if (this.#exit !== undefined) return;
    switch (notice.type) {
      case 'frames':
        for (const frame of notice.frames) {
          if (isAnswer(frame)) this.#line.setBusy(false);
          this.#events.onFrame(frame);
        }
        break;
      case 'image':
        this.#image?.(notice);
        this.#image = undefined;
        break;
      case 'exit':
        this.lose(notice.exit);
        break;
      case 'killed':
        this.lose({ kind: 'killed', reason: 'the session was ended by its host' });
        break;
    }
  }

  /** The engine is gone. */
  lose(exit: EngineExit): void {
    if (this.#exit !== undefined) return;
    this.#exit = exit;
    this.#line.setBusy(false);
    this.#line.forget();
    this.#image?.(exit);
    this.#onGone();
    this.#events.onExit(exit);
  }
}

type ImageNotice = Extract<EngineNotice, { type: 'image' }>;

function isAnswer(frame: unknown): boolean {
  const { type } = (frame ?? {}) as { readonly type?: unknown };
  return type === 'done' || type === 'reply';
}
