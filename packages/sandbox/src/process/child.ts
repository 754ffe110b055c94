import { messageOf, untilAborted } from '@rlm/repl-types/internal';

import type { Child, ChildExit, ChildOptions } from '../contract/backend.js';
import { SandboxError } from '../contract/errors.js';
import type { HostFrame } from '../contract/frames.js';
import { type Launch, Line } from './line.js';

/** Tries to make a process the child. Rejects, with that process ended, if it does not become ready as it must be. */
export type Attempt = (launch: Launch) => Promise<void>;

/** A child that is a process. */
export class ProcessChild implements Child {
  readonly takesPieces = true;
  readonly ready: Promise<void>;
  readonly exited: Promise<ChildExit>;
  readonly #unwanted = new AbortController();
  #line: Line | undefined;

  /** @param start Makes attempts, until one succeeds; it rejects if none does, or as soon as the child is no longer wanted. */
  constructor(
    options: ChildOptions,
    start: (attempt: Attempt, unwanted: AbortSignal) => Promise<void>,
  ) {
    const { signal } = this.#unwanted;
    const attempt = async (launch: Launch): Promise<void> => {
      this.#line = await Line.start(launch, options, signal);
    };
    const started = (async () => start(attempt, signal))();
    this.exited = started.then(
      () => this.#line?.exited ?? notStarted(false, 'no attempt was made'),
      (error: unknown) => notStarted(signal.aborted, messageOf(error)),
    );
    this.ready = untilAborted(started, options.abortSignal, { end: () => void this.kill() });
    // Who does not wait for it learns of it by the end.
    this.ready.catch(() => undefined);
  }

  send(frame: HostFrame): void {
    this.#line?.send(frame);
  }

  stop(): void {
    this.#line?.stop();
  }

  async kill(): Promise<void> {
    this.#unwanted.abort(new SandboxError('session_lost', 'it was ended by its host'));
    await this.#line?.kill();
    await this.exited;
  }
}

function notStarted(wasKilled: boolean, reason: string): ChildExit {
  return { kind: wasKilled ? 'killed' : 'crashed', reason };
}
