import type { ReplLanguage } from '@rlm/repl-types';

import type { SandboxBackend, SandboxSession } from '../contract/session.js';
import type { Expect } from '@rlm/repl-types/internal';

/** A check that needs more than cells: the methods of a session. */
export interface LifecycleCase {
  readonly name: string;
  /** A capability that the backend must claim. Without it the case is skipped, with the reason. */
  readonly needs?: keyof SandboxBackend['capabilities'];
  /** Where `session` comes from. Default: it is opened for this case. `common`: it may be shared. `cleared`: it may be shared, without variables of other cases. `none`: the case opens its own. */
  readonly in?: 'common' | 'cleared' | 'none';
  readonly check: (stage: LifecycleStage) => Promise<void>;
}

/** The tools of a lifecycle case. */
export interface LifecycleStage {
  readonly backend: SandboxBackend;
  readonly session: SandboxSession;
  readonly expect: Expect;
  /** The source of the backend's language. */
  readonly code: (sources: Readonly<Record<ReplLanguage, string>>) => string;
}

/** A cell that makes a variable. */
export const assignX = { python: 'x = 5', javascript: 'const x = 5' };
/** A cell that shows it. */
export const printX = { python: 'print(x)', javascript: 'print(x)' };
/** A cell that does not end. */
export const endless = { python: 'while True:\n    pass', javascript: 'while (true) {}' };

/** One that says before that it has begun. */
export const begunEndless = {
  python: `begun()\n${endless.python}`,
  javascript: `await begun()\n${endless.javascript}`,
};

/** The code of a rejected promise's error, or undefined. */
export async function codeOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
    return undefined;
  } catch (error) {
    return (error as { code?: unknown }).code;
  }
}
