import type { SandboxBackend, SandboxSession, SessionOptions } from '../contract/session.js';
import { createSuiteFunctions } from './suite-functions.js';

/** Where the cases get their sessions from. */
export interface SessionSource {
  /** Runs a case in a session; one with options of its own never shares. */
  use(
    options: Omit<SessionOptions, 'functions'> | undefined,
    task: (session: SandboxSession) => Promise<void>,
  ): Promise<void>;
  close(): Promise<void>;
}

/** A session for each case. */
export function createOwnSessions(backend: SandboxBackend): SessionSource {
  return {
    async use(options, task) {
      const session = await backend.open({ ...options, functions: createSuiteFunctions() });
      try {
        await task(session);
      } finally {
        await session.close();
      }
    },
    close: () => Promise.resolve(),
  };
}

/** One session for all cases without options, cleared of variables between two; a new one after a case that failed. */
export function createSharedSession(backend: SandboxBackend): SessionSource {
  const own = createOwnSessions(backend);
  let shared: SandboxSession | undefined;
  const drop = async (): Promise<void> => {
    const dropped = shared;
    shared = undefined;
    await dropped?.close();
  };
  return {
    async use(options, task) {
      if (options !== undefined) return own.use(options, task);
      shared ??= await backend.open({ functions: createSuiteFunctions() });
      try {
        await task(shared);
        await clear(shared);
      } catch (error) {
        await drop();
        throw error;
      }
    },
    close: drop,
  };
}

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
