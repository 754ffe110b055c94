import { untilExpired } from '@rlm/repl-types/internal';

import { SandboxError } from '../../contract/errors.js';
import type { Engine, EngineEvents, EngineExit, InterruptReason, EngineFrame } from './engine.js';
import type { SetFileFrame, SetPiecesFrame, SetTextFrame } from '../../contract/frames.js';
import type { SandboxLimits } from '../../contract/limits.js';
import { encodeText } from './encode-frame.js';
import { framesBytes, idleBytes, piecesFrom } from './message-bounds.js';
import type { FromProcess, ToProcess } from './protocol.js';

type WithEngine<Message> = Message extends { readonly engine: number } ? Message : never;
type Unnumbered<Message> = Message extends unknown ? Omit<Message, 'engine'> : never;

/** A message to the process on behalf of an engine. The process adds the engine's number. */
type EngineRequest = Unnumbered<Exclude<WithEngine<ToProcess>, { type: 'start' }>>;
/** A message of the process about one engine. */
export type EngineNotice = Exclude<WithEngine<FromProcess>, { type: 'started' | 'refused' }>;

/** The process of an engine, as far as the engine needs it. */
export interface EngineLine {
  say(request: EngineRequest, onSent?: () => void): void;
  /** Whether something is under way that the host waits for. */
  setBusy(isBusy: boolean): void;
  /** The engine has ended. */
  forget(): void;
  /** Ends the whole process: the engine does not end in time. */
  giveUp(): void;
  /** Ends the whole process, because it sent something invalid. */
  violate(reason: string): void;
}

/** After this time without an answer, who ends an engine is not kept waiting any longer, in milliseconds. */
const answerMs = 800;
/** Results that may be on their way to an engine that asks for more; an engine reads one before it does. */
const maxUnread = 4;
/** After this time, an engine that does not end takes its process along. */
const killMs = 5_000;

/** A long text that the process passes on in pieces. */
function cut(frame: SetTextFrame): EngineFrame {
  const { text } = frame;
  const pieces = { bytes: Buffer.byteLength(text), slices: () => encodeText(text) };
  return { ...frame, text: pieces } as unknown as EngineFrame;
}

/** An engine that runs in another process. */
export class RemoteEngine implements Engine {
  readonly #events: EngineEvents;
  readonly #limits: SandboxLimits;
  readonly #line: EngineLine;
  readonly #gone: Promise<void>;
  #onGone: () => void = () => undefined;
  #exit: EngineExit | undefined;
  #snapshot: ((notice: SnapshotNotice | EngineExit) => void) | undefined;
  #isKilled = false;
  #isBusy = false;
  #unread = 0;

  constructor(events: EngineEvents, limits: SandboxLimits, line: EngineLine) {
    this.#events = events;
    this.#limits = limits;
    this.#line = line;
    this.#gone = new Promise((resolve) => {
      this.#onGone = resolve;
    });
  }

  /** Bytes of the largest frames that may come from it now. */
  get saysBytes(): number {
    return this.#isBusy ? framesBytes(this.#limits) : idleBytes;
  }

  send(frame: EngineFrame): void {
    if (frame.type !== 'result') this.#setBusy(true);
    this.#unread++;
    const sent = frame.type === 'set-text' && frame.text.length >= piecesFrom ? cut(frame) : frame;
    this.#line.say({ type: 'frame', frame: sent }, () => this.#unread--);
  }

  sendFile(frame: SetPiecesFrame | SetFileFrame): void {
    // The process tells it from other frames by its text.
    this.send(frame as unknown as EngineFrame);
  }

  interrupt(reason: InterruptReason): void {
    this.#line.say({ type: 'interrupt', reason });
  }

  async snapshot(maxBytes: number): Promise<Uint8Array | undefined> {
    const answered = new Promise<SnapshotNotice | EngineExit>((resolve) => {
      this.#snapshot = resolve;
    });
    this.#setBusy(true);
    if (this.#exit === undefined) this.#line.say({ type: 'snapshot', maxBytes });
    else this.#snapshot?.(this.#exit);
    const answer = await answered;
    this.#setBusy(false);
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
    await untilExpired(this.#gone, answerMs, () => undefined);
  }

  /** Handles a message of the process about this engine. */
  take(notice: EngineNotice): void {
    if (this.#exit !== undefined) return;
    switch (notice.type) {
      case 'frames':
        this.#takeFrames(notice.frames);
        break;
      case 'snapshot':
        this.#snapshot?.(notice);
        this.#snapshot = undefined;
        break;
      case 'exit':
        this.lose(notice.exit);
        break;
      case 'killed':
        this.lose({ kind: 'killed', reason: 'the session was ended by its host' });
        break;
    }
  }

  #takeFrames(frames: readonly unknown[]): void {
    // A process that is being killed may still send much, which is ignored.
    if (this.#isKilled) return;
    if (this.#unread > maxUnread) {
      this.#line.violate('an engine continued without reading its answers');
      return;
    }
    for (const frame of frames) {
      if (isAnswer(frame)) this.#setBusy(false);
      this.#events.onFrame(frame);
    }
  }

  #setBusy(isBusy: boolean): void {
    this.#isBusy = isBusy;
    this.#line.setBusy(isBusy);
  }

  /** The engine is gone. */
  lose(exit: EngineExit): void {
    if (this.#exit !== undefined) return;
    this.#exit = exit;
    this.#setBusy(false);
    this.#line.forget();
    this.#snapshot?.(exit);
    this.#onGone();
    this.#events.onExit(exit);
  }
}

type SnapshotNotice = Extract<EngineNotice, { type: 'snapshot' }>;

function isAnswer(frame: unknown): boolean {
  const { type } = (frame ?? {}) as { readonly type?: unknown };
  return type === 'done' || type === 'reply';
}
