import { inspect } from 'node:util';

import { describe, expect, it, vi } from 'vitest';

const mark = 'the hook broke';

/** Code of a caller, which goes wrong: it fits wherever a function does. */
export type Hook = () => never;

/**
 * Runs something that calls the hook, by a public entry, until `abortSignal` is aborted. Gives a run, or what else the
 * caller sees; what is thrown counts too.
 */
export type HookRun = (hook: Hook, abortSignal: AbortSignal) => unknown;

/** The hooks of a package, by name, by what becomes of their answer. */
interface Hooks {
  /** It is awaited for as long as it takes. */
  readonly awaited?: Readonly<Record<string, HookRun>>;
  /** It is awaited until the caller aborts. */
  readonly abortable?: Readonly<Record<string, HookRun>>;
  /** It is needed at once: a promise is refused. */
  readonly immediate?: Readonly<Record<string, HookRun>>;
  /** Nobody needs it; a fault is a diagnostic, or a warning of the process. */
  readonly told?: Readonly<Record<string, HookRun>>;
}

/** What code of a caller may do wrong. */
const faults = {
  throws(): never {
    throw new Error(mark);
  },
  rejects: () => Promise.reject(new Error(mark)),
  'gives a thenable that fails': () => ({ then: () => Promise.reject(new Error(mark)) }),
};

/** What is said of a promise, if the answer is needed at once. */
const refused = /the hook broke|a promise|an (empty )?object|be async|at once/i;

/** Resolves when what is ready has run. */
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Everything that a caller sees of some work: its result or error, the events of a run, warnings of the process. */
async function see(work: () => unknown): Promise<string> {
  const seen: unknown[] = [];
  const warnings = vi.spyOn(process, 'emitWarning').mockImplementation((warning) => {
    seen.push(warning);
  });
  try {
    const given = (await work()) as
      | Partial<AsyncIterable<unknown> & { result: unknown }>
      | undefined;
    if (given?.[Symbol.asyncIterator] !== undefined) {
      for await (const event of given as AsyncIterable<unknown>) seen.push(event);
    }
    seen.push(await (given?.result ?? given));
  } catch (error) {
    seen.push(error);
  }
  // What is told aside comes a moment later.
  await nextTurn();
  await nextTurn();
  warnings.mockRestore();
  return inspect(seen, { depth: 12, customInspect: false, maxArrayLength: 50 });
}

/**
 * Tests that the caller sees the fault of a hook which goes wrong (it throws, rejects, gives a promise or a thenable, never
 * settles). Vitest fails if a rejection is left unhandled.
 */
export function testHooks({
  awaited = {},
  abortable = {},
  immediate = {},
  told = {},
}: Hooks): void {
  const rows = Object.entries({ ...awaited, ...abortable, ...immediate, ...told });

  describe.each(rows)('a hook %s', (name, run) => {
    const seenOf = (
      hook: () => unknown,
      abortSignal = new AbortController().signal,
    ): Promise<string> => see(() => run(hook as never, abortSignal));

    it.each(Object.entries(faults))('that %s is seen', async (fault, hook) => {
      const isRefused = name in immediate && fault !== 'throws';
      expect(await seenOf(hook)).toMatch(isRefused ? refused : mark);
    });

    if (name in immediate) {
      it('that gives a promise is refused', async () => {
        expect(await seenOf(() => Promise.resolve(undefined))).toMatch(refused);
      });
    }

    if (name in abortable) {
      it('that never settles is left at an abort', async () => {
        const controller = new AbortController();
        const hook = () => {
          setImmediate(() => {
            controller.abort();
          });
          return new Promise(() => undefined);
        };
        expect(await seenOf(hook, controller.signal)).toMatch(/abort/i);
      });
    }
  });
}
