import { REPLHistory, type FormatHistoryOptions, type REPLEntry } from '@rlm/repl-types';

/**
 * The steps of a result as text, as a prompt shows them: reasoning, code, output. All of them, if `maxEntries` is not given.
 *
 * @throws `InvalidOptionError` for a wrong or unknown option.
 */
export function formatSteps(
  steps: Iterable<REPLEntry>,
  options: FormatHistoryOptions = {},
): string {
  return new REPLHistory(steps).format({ maxEntries: Infinity, ...options });
}
