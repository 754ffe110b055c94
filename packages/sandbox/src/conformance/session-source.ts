import type { FinalDialect } from '@rlm/repl-types';

import type { SandboxLimits } from '../contract/limits.js';
import type { SandboxBackend, SandboxSession, SessionOptions } from '../contract/session.js';
import type { ConformanceCase } from './case.js';
import { createSuiteFunctions } from './suite-functions.js';

type Task = (session: SandboxSession) => Promise<void>;

/** The shared sessions: for all cases, for those that look at all variables, and with the options of the last case that had some. */
type Kind = 'common' | 'cleared' | 'with options';

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
  const shared = new Map<Kind, { readonly session: SandboxSession; readonly options: string }>();
  const drop = async (kind: Kind): Promise<void> => {
    const dropped = shared.get(kind);
    shared.delete(kind);
    await dropped?.session.close();
  };
  const close = async (): Promise<void> => {
    for (const kind of shared.keys()) await drop(kind);
  };
  const open = (options?: Omit<SessionOptions, 'functions'>): Promise<SandboxSession> =>
    backend.open({ ...options, functions: createSuiteFunctions() });
  const take = async (kind: Kind, given: SharedOptions): Promise<SandboxSession> => {
    const options = JSON.stringify(given);
    const known = shared.get(kind);
    if (known?.options === options) return known.session;
    await drop(kind);
    const session = await open(given);
    shared.set(kind, { session, options });
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
  const inShared = async (task: Task, kind: Kind, options: SharedOptions = {}): Promise<void> => {
    if (!isShared) return own(task, options);
    const session = await take(kind, options);
    try {
      await task(session);
      await clear(session, options);
    } catch (error) {
      await drop(kind);
      throw error;
    }
  };
  const common = (task: Task): Promise<void> => inShared(task, 'common');
  // Not with the others: they set `context`, which comes back in each cell.
  const cleared = (task: Task): Promise<void> =>
    backend.language === 'python' ? inShared(task, 'cleared') : own(task);
  return {
    own,
    none: (task) => task(unopened),
    common,
    cleared,
    forRow(task, { options, isAlone }) {
      if (options === undefined && isAlone !== 'new') return isAlone ? cleared(task) : common(task);
      const isOwn = isAlone !== undefined || options === undefined || !isShareable(options);
      return isOwn ? own(task, options) : inShared(task, 'with options', options);
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
