import type { SandboxBackend, SandboxSession, SessionOptions } from '../contract/session.js';
import { createSuiteFunctions } from './suite-functions.js';

type Task = (session: SandboxSession) => Promise<void>;

/** Provides the sessions of the cases. */
export interface SessionSource {
  /** Runs a case in a session of its own. */
  own(task: Task, options?: Omit<SessionOptions, 'functions'>): Promise<void>;
  /** Runs a case in a session without options, which may be one for all such cases. */
  common(task: Task): Promise<void>;
  /** Runs a case that opens its own sessions. */
  none(task: Task): Promise<void>;
  close(): Promise<void>;
}

/**
 * Makes a {@link SessionSource}. A shared session is cleared of variables between two cases, as far as the language lets
 * them be removed (in JavaScript those that were declared stay); a new one is opened after a case that failed.
 */
export function createSessionSource(backend: SandboxBackend, isShared: boolean): SessionSource {
  let shared: SandboxSession | undefined;
  const close = async (): Promise<void> => {
    const dropped = shared;
    shared = undefined;
    await dropped?.close();
  };
  const own: SessionSource['own'] = async (task, options) => {
    const session = await backend.open({ ...options, functions: createSuiteFunctions() });
    try {
      await task(session);
    } finally {
      await session.close();
    }
  };
  return {
    own,
    none: (task) => task(unopened),
    async common(task) {
      if (!isShared) return own(task);
      shared ??= await backend.open({ functions: createSuiteFunctions() });
      try {
        await task(shared);
        await clear(shared);
      } catch (error) {
        await close();
        throw error;
      }
    },
    close,
  };
}

/** In the place of a session for a case that says it uses none. */
const unopened = new Proxy({} as SandboxSession, {
  get: (_, name) => {
    throw new Error(`the case uses ${String(name)} of a session, and says that it opens its own`);
  },
});

const removals = {
  python: (name: string) => `del ${name}`,
  javascript: (name: string) => `delete globalThis[${JSON.stringify(name)}]`,
};

async function clear(session: SandboxSession): Promise<void> {
  const remove = removals[session.language];
  const names = (await session.variables()).map(({ name }) => name);
  const { success, error } = await session.execute(names.map(remove).join('\n'));
  if (!success) throw new Error(`the variables cannot be removed: ${error?.message ?? ''}`);
}
