import type { NotRun } from '../not-run.js';
import { within } from '../what-became.js';

/** How many names are listed that a block did not set before it stopped. */
const maxNames = 10;

/** Where a block stopped and what of it did not run, in a line; empty if that says nothing new. */
export function renderStop(notRun: NotRun | null): string {
  if (notRun === null) return '';
  const { line, lines, names, isRefused, isUnread } = notRun;
  if (isUnread)
    return `Stopped at line ${String(line)}: this is no code of the REPL’s language, so nothing of the block ran.`;
  const listed = names.slice(0, maxNames).map((name) => within(name, 60));
  const more = names.length > maxNames ? ', ...' : '';
  const unset = names.length === 0 ? '' : ` Not set: ${listed.join(', ')}${more}.`;
  if (isRefused) return unset.trim();
  if (lines === null) return unset === '' ? '' : `Stopped at line ${String(line)}.${unset}`;
  const [first, last] = lines.map(String);
  const left = first === last ? `line ${String(first)}` : `lines ${String(first)}-${String(last)}`;
  return `Stopped at line ${String(line)}; ${left} did not run.${unset}`;
}
