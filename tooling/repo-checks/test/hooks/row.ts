import { inspect } from 'node:util';

import { vi } from 'vitest';

/** Code of a caller, which goes wrong. */
export type Hook = () => never;

/** What a hook may do that must not end the process. */
export const faults: Readonly<Record<string, () => unknown>> = {
  throws() {
    throw new Error(mark);
  },
  rejects: () => Promise.reject(new Error(mark)),
  'gives a promise': () => Promise.resolve(undefined),
  'gives a thenable that fails': () => ({ then: () => Promise.reject(new Error(mark)) }),
  'gives an object with a getter that throws': () => ({
    get then(): never {
      throw new Error(mark);
    },
  }),
  'never settles': () => new Promise(() => undefined),
};

/** What a hook says that goes wrong. */
const mark = 'the hook broke';

/** A run in which a hook goes wrong. */
export interface Row {
  /**
   * Whether its answer is awaited (`late`), needed at once (`now`), or needed by nobody (`told`).
   */
  readonly answer: 'late' | 'now' | 'told';
  /** Runs something that calls the hook, by a public entry. Gives what its caller can see: what is thrown counts too. */
  run(hook: Hook): unknown;
  /** Where a fault is no fault: what is seen then. */
  readonly seen?: Readonly<Partial<Record<keyof typeof faults, RegExp>>>;
}

/** Rows by the names of their hooks; a text says why a hook has none. */
export type Rows = Readonly<Record<string, Row | string>>;

/** What must be seen of each fault. */
export function expected({ answer, seen = {} }: Row, fault: string): RegExp {
  const own = seen[fault];
  if (own !== undefined) return own;
  if (fault === 'gives a promise' || fault === 'never settles') {
    if (answer === 'told') return /./;
    if (answer === 'now') return refused;
    return fault === 'never settles' ? ended : /./;
  }
  return answer === 'now' && fault !== 'throws' ? refused : /the hook broke/;
}

const refused =
  /the hook broke|a promise|got an object|an empty object|must not be async|invalid_|rule that answers at once/;
const ended = /abort|timeout|time-out|did not (answer|end|settle|write)|took longer/i;

/** Everything that a caller can see of a run: events, result, or error; and warnings of the process. */
export async function see(work: () => unknown): Promise<string> {
  const seen: unknown[] = [];
  const warnings = vi.spyOn(process, 'emitWarning').mockImplementation((warning) => {
    seen.push(warning);
  });
  try {
    const given = await work();
    if (isRun(given)) {
      for await (const event of given) seen.push(event);
      seen.push(await given.result);
    } else {
      seen.push(given);
    }
    // What is told aside comes a moment later.
    await nextTurn();
    await nextTurn();
  } catch (error) {
    seen.push(error);
  } finally {
    warnings.mockRestore();
  }
  return inspect(seen, { depth: 12, maxStringLength: 2_000, maxArrayLength: 50 });
}

interface AnyRun extends AsyncIterable<unknown> {
  readonly result: Promise<unknown>;
}

function isRun(value: unknown): value is AnyRun {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

/** Resolves when what is ready has run. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
