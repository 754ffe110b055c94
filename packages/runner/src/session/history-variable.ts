import type { SandboxSession } from '@rlm/sandbox';
import type { SessionVariable } from '@rlm/sandbox/internal';
import { REPLVariable, type ReplLanguage } from '@rlm/repl-types';

import type { EarlierQuestion } from '../run/session-host.js';

/** The variable in which older turns and earlier questions are kept. */
export const historyName = 'history';

/** The variable `history` of a session: the runner's, until code takes the name. */
export interface HistoryVariable {
  /** Writes the rows, unless code has given the name to something of its own; whether it holds them. */
  write(session: SandboxSession, rows: readonly object[]): Promise<boolean>;
  /** Whether a variable of that name is still what was written. */
  isOwn(variable: SessionVariable): boolean;
  /** Forgets what was written: another session has begun. */
  forget(): void;
}

/** Makes a {@link HistoryVariable}, of which nothing is written yet. */
export function createHistoryVariable(): HistoryVariable {
  let written: string | null = null;
  let described: SessionVariable | undefined;
  const find = async (session: SandboxSession): Promise<SessionVariable | undefined> =>
    (await session.variables()).find(({ name }) => name === historyName);
  const isFree = async (session: SandboxSession): Promise<boolean> => {
    if (written === null) return (await find(session)) === undefined;
    try {
      return JSON.stringify(await session.get(historyName)) === written;
    } catch {
      // Deleted, or no data: code has made it so.
      return false;
    }
  };
  return {
    async write(session, rows) {
      if (!(await isFree(session))) return false;
      await session.set(historyName, rows);
      written = JSON.stringify(rows);
      described = await find(session);
      return true;
    },
    isOwn: ({ typeName, totalLength, preview }) =>
      typeName === described?.typeName &&
      totalLength === described.totalLength &&
      preview === described.preview,
    forget() {
      written = null;
      described = undefined;
    },
  };
}

/** How the model is told of the variable `history`; none where there were no questions before. */
export function describeHistory(
  earlier: readonly EarlierQuestion[],
  language: ReplLanguage,
): REPLVariable | undefined {
  if (earlier.length === 0) return undefined;
  const description =
    'The earlier questions of this session and their answers, oldest first: a list of `question` and `answer`.';
  return REPLVariable.fromValue('history', earlier, { description, language });
}
