import type { SandboxBackend, SandboxSession } from '../contract/session.js';
import type { ConformanceCase } from './case.js';
import { createSuiteFunctions } from './suite-functions.js';

/** What a row says of its session. */
type Wish = Pick<ConformanceCase, 'options' | 'isAlone'>;

/**
 * The sessions of rows: one for each, or one for all that can share it. A shared one is cleared of variables between two rows, as far
 * as the language lets them be removed (in JavaScript those that were declared stay), and closed if a row fails.
 */
export class SharedSessions {
  readonly #backend: SandboxBackend;
  readonly #isShared: boolean;
  /** Apart from the others: those that look at all variables, since `context`, once set, comes back in each cell. */
  readonly #kept = new Map<'all' | 'alone', SandboxSession>();

  constructor(backend: SandboxBackend, isShared: boolean) {
    this.#backend = backend;
    this.#isShared = isShared;
  }

  /** Runs a row's task in its session. */
  async run(
    { options, isAlone = false }: Wish,
    task: (session: SandboxSession) => Promise<void>,
  ): Promise<void> {
    const canBeCleared = !isAlone || this.#backend.language === 'python';
    const isShared = this.#isShared && options === undefined && canBeCleared;
    const kind = isAlone ? 'alone' : 'all';
    const kept = isShared ? this.#kept.get(kind) : undefined;
    const functions = createSuiteFunctions();
    const session = kept ?? (await this.#backend.open({ ...options, functions }));
    let isKept = false;
    try {
      await task(session);
      if (!isShared) return;
      await clear(session);
      this.#kept.set(kind, session);
      isKept = true;
    } finally {
      if (kept !== undefined && !isKept) this.#kept.delete(kind);
      if (!isKept) await session.close();
    }
  }

  async close(): Promise<void> {
    for (const session of this.#kept.values()) await session.close();
  }
}

const removals = {
  python: (name: string) => `del ${name}`,
  javascript: (name: string) => `delete globalThis[${JSON.stringify(name)}]`,
};

async function clear(session: SandboxSession): Promise<void> {
  const names = (await session.variables()).map(({ name }) => name);
  const { success, error } = await session.execute(
    names.map(removals[session.language]).join('\n'),
  );
  if (!success) throw new Error(`the variables cannot be removed: ${error?.message ?? ''}`);
}
