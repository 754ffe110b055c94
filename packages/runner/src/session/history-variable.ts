import type { SandboxSession, SessionVariable } from '@rlm/sandbox';
import { REPLVariable, type ReplLanguage } from '@rlm/repl-types';

import { historyName, type EarlierQuestion } from '../run/session-host.js';

/** The variable `history` of a session. It is the runner's until code uses the name. */
export interface HistoryVariable {
  /**
   * Writes the rows, unless code uses the name for something else. Returns whether it wrote them.
   */
  write(session: SandboxSession, rows: readonly object[]): Promise<boolean>;
  /** Whether a variable of that name is still what was written, by its type, length and preview. */
  isOwn(variable: SessionVariable): boolean;
  /** The variable as the prompt lists it; undefined without earlier questions. */
  describe(earlier: readonly EarlierQuestion[], language: ReplLanguage): REPLVariable | undefined;
  /** Forgets what was written, because another session has begun. */
  forget(): void;
}

/** Creates a {@link HistoryVariable} that has not been written yet. */
export function createHistoryVariable(): HistoryVariable {
  let hasWritten = false;
  let described: SessionVariable | undefined;
  const find = async (session: SandboxSession): Promise<SessionVariable | undefined> =>
    (await session.variables()).find(({ name }) => name === historyName);
  const isFree = async (session: SandboxSession): Promise<boolean> => {
    const found = await find(session);
    // Not by its value, which may be millions of characters: they would cross once more with each question.
    return hasWritten ? found !== undefined && isOwn(found) : found === undefined;
  };
  const isOwn = ({ typeName, totalLength, preview }: SessionVariable): boolean =>
    typeName === described?.typeName &&
    totalLength === described.totalLength &&
    preview === described.preview;
  return {
    async write(session, rows) {
      if (!(await isFree(session))) return false;
      await session.set(historyName, rows);
      hasWritten = true;
      described = await find(session);
      return true;
    },
    isOwn,
    describe: describeHistory,
    forget() {
      hasWritten = false;
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
