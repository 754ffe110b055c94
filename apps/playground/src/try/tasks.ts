import { drawFrom, type Draw } from './draw.js';
import type { TryQuestion, TryTask } from './task.js';
import { longList, typedAnswer } from './tasks/boats.js';
import { code } from './tasks/code.js';
import { log, needle, notInTheData } from './tasks/find.js';
import { countByMeaning, subQueries } from './tasks/meaning.js';
import { join, messyTable, pairs, twoContexts } from './tasks/records.js';

const questions: Readonly<Record<string, (draw: Draw) => TryQuestion>> = {
  needle,
  'count-by-meaning': countByMeaning,
  join,
  pairs,
  code,
  log,
  'messy-table': messyTable,
  'not-in-the-data': notInTheData,
  'typed-answer': typedAnswer,
  'two-contexts': twoContexts,
  'long-list': longList,
  'sub-queries': subQueries,
};

/** The tasks of `rlm try`, in their order. */
export const tryTasks: readonly TryTask[] = Object.entries(questions).map(([name, ask]) => ({
  name,
  make: (seed) => ask(drawFrom(`${name}-${seed}`)),
}));
