import { fork, type ChildProcess } from 'node:child_process';
import { on, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

import type { AttemptMessage, AttemptOutcome, AttemptRequest, AttemptSign } from './attempt.js';

/** How an attempt ended, as its owner sees it. */
export type AttemptEnd =
  | { readonly type: 'outcome'; readonly outcome: AttemptOutcome }
  | { readonly type: 'killed' }
  | { readonly type: 'hung' };

/** When a process is killed: so long after it was asked for an attempt, or after its first call. */
export interface KillMoment {
  readonly ms: number;
  readonly from: 'asked' | 'called';
}

/** A process that makes attempts, one after another, until it is killed. */
export class Worker {
  readonly #child: ChildProcess;
  readonly #hangMs: number;
  readonly #messages: AsyncIterator<unknown>;
  #isGone = false;

  private constructor(child: ChildProcess, hangMs: number) {
    this.#child = child;
    this.#hangMs = hangMs;
    this.#messages = on(child, 'message', { close: ['exit'] });
    child.once('exit', () => {
      this.#isGone = true;
    });
  }

  /** Starts a process of the script. */
  static async start(script: string, hangMs: number): Promise<Worker> {
    const child = fork(script, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] });
    const worker = new Worker(child, hangMs);
    await worker.#hear();
    return worker;
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  /** Makes an attempt; the process is killed at the given moment, unless it has ended by then. */
  async attempt(request: AttemptRequest, kill?: KillMoment): Promise<AttemptEnd> {
    const timers = new AbortController();
    const { signal } = timers;
    const wait = (ms: number): Promise<unknown> => sleep(ms, undefined, { signal });
    let killed = (): void => undefined;
    const isDue = new Promise<'killed'>((resolve) => {
      killed = () => {
        resolve('killed');
      };
    });
    const killLater = (sign: KillMoment['from']): void => {
      if (kill?.from === sign) void wait(kill.ms).then(killed, () => undefined);
    };
    const outcome = this.ask(request, killLater);
    killLater('asked');
    const hung = wait(this.#hangMs).then(
      () => 'hung' as const,
      () => 'hung' as const,
    );
    const first = await Promise.race([outcome, isDue, hung]);
    timers.abort();
    if (typeof first === 'object') return { type: 'outcome', outcome: first };
    outcome.catch(() => undefined);
    await this.kill();
    return { type: first };
  }

  /** Makes an attempt; `onSign` is called with its signs. Rejects if the process ends before it. */
  async ask(
    request: AttemptRequest,
    onSign: (sign: AttemptSign) => void = () => undefined,
  ): Promise<AttemptOutcome> {
    this.#child.send(request);
    for (;;) {
      const message = await this.#hear();
      if (typeof message === 'object') return message.outcome;
      if (message !== 'ready') onSign(message);
    }
  }

  signal(name: 'SIGSTOP' | 'SIGCONT'): void {
    this.#child.kill(name);
  }

  /** Kills the process, and waits until it is gone. */
  async kill(): Promise<void> {
    if (this.#isGone) return;
    const gone = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await gone;
  }

  async #hear(): Promise<AttemptMessage> {
    const next = await this.#messages.next();
    if (next.done === true) throw new Error('The process of a crash trial ended by itself');
    return (next.value as [AttemptMessage])[0];
  }
}
