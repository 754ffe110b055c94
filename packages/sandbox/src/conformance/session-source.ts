import type { FinalDialect } from '@rlm/repl-types';

import type { SandboxLimits } from '../contract/limits.js';
import type { SandboxBackend, SandboxSession, SessionOptions } from '../contract/session.js';
import type { ConformanceCase } from './case.js';
import { createSuiteFunctions } from './suite-functions.js';

type Task = (session: SandboxSession) => Promise<void>;

/** Options that a shared session may have: those that limit its time or memory would limit what clears it. */
interface SharedOptions {
  readonly dialects?: readonly FinalDialect[];
  readonly limits?: Pick<SandboxLimits, 'maxOutputChars'>;
}

/** Whether a session with these options is as good for the next case with the same. */
function isShareable(options: object): options is SharedOptions {
  const { dialects: _, limits = {}, ...rest } = options as Omit<SessionOptions, 'functions'>;
  const names = [...Object.keys(rest), ...Object.keys(limits)];
  return names.every((name) => name === 'maxOutputChars');
}

/** Provides the sessions of the cases. */
export interface SessionSource {
  /** Runs a case in a session of its own. */
  own(task: Task, options?: Omit<SessionOptions, 'functions'>): Promise<void>;
  /** Runs a case in a session without options, which may be one for all such cases. */
  common(task: Task): Promise<void>;
  /** The same for a case that looks at all variables: shared only if the language lets all be removed. */
  cleared(task: Task): Promise<void>;
  /** Runs a row of a table in a session that may be one for all rows with its options. */
  forRow(task: Task, row: Pick<ConformanceCase, 'options' | 'isAlone'>): Promise<void>;
  /** Runs a case that opens its own sessions. */
  none(task: Task): Promise<void>;
  close(): Promise<void>;
}

/**
 * Makes a {@link SessionSource}. A shared session is cleared of variables between two cases, as far as the language lets
 * them be removed (in JavaScript those that were declared stay); a new one is opened after a case that failed.
 */
export function createSessionSource(backend: SandboxBackend, isShared: boolean): SessionSource {
  /** Those for all cases, and one with the options of the last case that had some, by their text. */
  const shared = new Map<string, SandboxSession>();
  const drop = async (key: string): Promise<void> => {
    const dropped = shared.get(key);
    shared.delete(key);
    await dropped?.close();
  };
  const close = async (): Promise<void> => {
    for (const key of shared.keys()) await drop(key);
  };
  const open = (options?: Omit<SessionOptions, 'functions'>): Promise<SandboxSession> =>
    backend.open({ ...options, functions: createSuiteFunctions() });
  const take = async (key: string, options: SharedOptions): Promise<SandboxSession> => {
    const known = shared.get(key);
    if (known !== undefined) return known;
    const isForFew = (one: string): boolean => one.startsWith('{"');
    if (isForFew(key)) for (const other of shared.keys()) if (isForFew(other)) await drop(other);
    const session = await open(options);
    shared.set(key, session);
    return session;
  };
  const own: SessionSource['own'] = async (task, options) => {
    const session = await open(options);
    try {
      await task(session);
    } finally {
      await session.close();
    }
  };
  const common = async (
    task: Task,
    options: SharedOptions = {},
    key = JSON.stringify(options),
  ): Promise<void> => {
    if (!isShared) return own(task, options);
    const session = await take(key, options);
    try {
      await task(session);
      await clear(session, options);
    } catch (error) {
      await drop(key);
      throw error;
    }
  };
  // Not with the others: they set `context`, which comes back in each cell.
  const cleared = (task: Task): Promise<void> =>
    backend.language === 'python' ? common(task, {}, 'cleared') : own(task);
  return {
    own,
    none: (task) => task(unopened),
    common: (task) => common(task),
    cleared,
    forRow(task, { options = {}, isAlone }) {
      if (isAlone === true && Object.keys(options).length === 0) return cleared(task);
      return isAlone || !isShareable(options) ? own(task, options) : common(task, options);
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

async function clear(session: SandboxSession, { dialects = [] }: SharedOptions): Promise<void> {
  const remove = removals[session.language];
  const names = (await session.variables()).map(({ name }) => name);
  const { success, error } = await session.execute(names.map(remove).join('\n'));
  if (!success) throw new Error(`the variables cannot be removed: ${error?.message ?? ''}`);
  // It is no variable, and keeps its content.
  if (dialects.includes('answer')) await session.set('answer', { content: '', ready: false });
}
