import type { QueryScope } from '../run/query-scope.js';

/** Notes an answer that was cut off at its length limit, for one notice at the end of the step. */
export function noteCutOff(scope: QueryScope): void {
  scope.cutOff += 1;
  const code = 'sub_queries_cut_off';
  const what = scope.cutOff === 1 ? 'An answer' : `${String(scope.cutOff)} answers`;
  const message = `${what} of sub-queries ended at the length limit of the model, so that the end is missing: ask for less at once, or for shorter answers.`;
  scope.notices = [...scope.notices.filter((notice) => notice.code !== code), { code, message }];
}
