import type { SandboxSession, SessionVariable } from '@rlm/sandbox';
import { REPLVariable, type ReplLanguage } from '@rlm/repl-types';

import { historyName, type EarlierQuestion } from '../run/session-host.js';

/** The variable `history` of a session. It is the runner's until code uses the name. */
export interface HistoryVariable {
  /**
   * Writes the rows, unless code uses the name for something else. Returns whether it wrote them.
   */
  write(session: SandboxSession, rows: readonly object[]): Promise<boolean>;
  /** Whether a variable of that name is still what was written. */
  isOwn(variable: SessionVariable): boolean;
  /** The variable as the prompt lists it; undefined without earlier questions. */
  describe(earlier: readonly EarlierQuestion[], language: ReplLanguage): REPLVariable | undefined;
  /** Forgets what was written, because another session has begun. */
  forget(): void;
}

/** Creates a {@link HistoryVariable} that has not been written yet. */
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
      // Code has deleted it, or made it something other than data.
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
    describe: describeHistory,
    forget() {
      written = null;
      described = undefined;
    },
  };
}

function describeHistory(
  earlier: readonly EarlierQuestion[],
  language: ReplLanguage,
): REPLVariable | undefined {
  if (earlier.length === 0) return undefined;
  const description =
    'The earlier questions of this session and their answers, oldest first: a list of `question` and `answer`.';
  return REPLVariable.fromValue(historyName, earlier, { description, language });
}
