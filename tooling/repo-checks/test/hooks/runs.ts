import {
  type Clock,
  createRun,
  type CreateRunOptions,
  type Protocol,
  type Run,
  type RunContext,
} from '@rlm/kernel';
import type { ModelFunction } from '@rlm/kernel/model';
import { type ResponseOptions, runResponse } from '@rlm/penguin-engine';
import { actionResult } from '@rlm/policies';
import { runRlm, type RunRlmOptions } from '@rlm/runner';
import { scripted } from '@rlm/sandbox/scripted';

/** A clock fifty times as fast as others: limits and graces of seconds last milliseconds. */
export const fastClock: Clock = {
  now: () => Date.now() * 50,
  sleep: (ms, abortSignal) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, ms / 50);
      abortSignal?.addEventListener('abort', () => {
        clearTimeout(timer);
        reject(abortSignal.reason as Error);
      });
    }),
};

/** Whether runs may take only little time (a hook never settles, and a limit or an abort ends them), and whether silence is what is awaited. */
export const pace = { isShort: false, isSilent: false };

/** The time that a run with a fast clock may take. */
const limit = (): number => (pace.isShort ? 4_000 : 10_000_000);

/** A signal that ends what has no limit. */
export const leaving = (): AbortSignal => AbortSignal.timeout(limit() / 50);

/** A hook and a signal that is aborted when the hook was called often, or has not answered for long. */
export function calledOften<Called extends (...args: never[]) => unknown>(
  hook: Called,
): { readonly hook: Called; readonly abortSignal: AbortSignal } {
  const controller = new AbortController();
  let calls = 0;
  const counted = (...args: Parameters<Called>): unknown => {
    calls += 1;
    if (calls === 50) controller.abort(new DOMException('called often', 'AbortError'));
    return hook(...args);
  };
  const abortSignal = AbortSignal.any([controller.signal, AbortSignal.timeout(1_500)]);
  return { hook: counted as Called, abortSignal };
}

/** Waits for a run that prepares a case: what never settles in the case itself must not hurry it. */
export async function inItsOwnTime(start: () => Run<unknown, unknown>): Promise<void> {
  const { isShort } = pace;
  pace.isShort = false;
  const { result } = start();
  pace.isShort = isShort;
  await result;
}

/** A run of the tool loop that ends with its second reply, unless the options say otherwise: its policies are asked after the first. */
export const response = (options: Partial<ResponseOptions>): Run<unknown, unknown> =>
  runResponse({
    model: callingModel(),
    prompt: 'Do it.',
    clock: fastClock,
    limits: { timeoutMs: limit() },
    ...options,
  });

/** A model that calls a tool once, and then has done. */
export const callingModel = (): ModelFunction => {
  let count = 0;
  return () => {
    count += 1;
    if (count > 1) return 'All done.';
    return { text: '', toolCalls: [{ id: 'c1', name: 'look', arguments: { input: 'x' } }] };
  };
};

/** A run of an RLM whose code ends it with FINAL. */
export const rlm = (options: Partial<RunRlmOptions>): unknown =>
  runRlm({
    model: () => '```repl\nx\n```',
    sandbox: scripted([{ final: { type: 'direct', answer: 'ok' } }], { repeatLast: true }),
    query: 'q',
    context: 'c',
    clock: fastClock,
    limits: { timeoutMs: limit() },
    maxSteps: 3,
    ...options,
  });

/** A run of an RLM whose code calls a function of the host. */
export const rlmCalling = (
  name: string,
  options: Partial<RunRlmOptions>,
  ...args: readonly never[]
): unknown =>
  rlm({
    sandbox: scripted(
      [
        async (_, guest) => ({
          final: { type: 'direct', answer: await guest.call(name, 'x', ...args) },
        }),
      ],
      { repeatLast: true },
    ),
    ...options,
  });

/** A protocol that takes one step, in its parts. */
export const protocol = (
  parts: Partial<Protocol<string, string, string, { readonly type: string }>>,
): Protocol<string, string, string, { readonly type: string }> => ({
  name: 'mine',
  open: () => Promise.resolve('state'),
  step(state, context) {
    context.emit({ type: 'mine' });
    return Promise.resolve({ type: 'continue', state, result: actionResult() });
  },
  ...parts,
});

/** A run of such a protocol. */
export const kernel = (
  parts: Partial<Protocol<string, string, string, { readonly type: string }>>,
  options: CreateRunOptions<string, never, string> = {},
): unknown =>
  createRun(protocol(parts), 'in', {
    maxSteps: 2,
    graceMs: 500,
    limits: { timeoutMs: limit() },
    clock: fastClock,
    ...options,
  });

/** A run whose step calls a model, or asks for an effect. */
export const within = (
  work: (context: RunContext) => Promise<unknown>,
  options: CreateRunOptions<string, never, string> = {},
): unknown =>
  kernel(
    {
      async step(state, context) {
        const answer: unknown = await work(context);
        context.emit({ type: 'answer', answer } as { readonly type: string });
        return { type: 'final', state, result: actionResult(), answer: 'ok' };
      },
    },
    options,
  );

/** What comes of a call that waits for a store of the caller: it has no limit of its own. */
export const silence = (): Promise<string> =>
  new Promise((resolve) => {
    // Whatever does answer has time to do so on a busy machine.
    setTimeout(resolve, pace.isSilent ? 300 : 60_000, 'silence').unref();
  });
