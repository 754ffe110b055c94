import { headOf } from '@rlm/repl-types/internal';
import type { StandardIssue } from './standard-schema.js';

/**
 * How many issues are rendered, and how many characters of each: a schema may name all keys of a
 * value.
 */
const shownIssues = { count: 10, chars: 400 };

/**
 * Renders what is wrong with a value, in one line for programs and models: `tags[0]: expected a
 * string; ...`; at most 10 issues of 400 characters.
 */
export function renderIssues(issues: readonly StandardIssue[]): string {
  const shown = issues.slice(0, shownIssues.count).map(({ message, path }) => {
    const place = renderPath(keysOf({ path }));
    const issue = place === '' ? message : `${place}: ${message}`;
    return issue.length > shownIssues.chars ? `${headOf(issue, shownIssues.chars)}...` : issue;
  });
  const more = issues.length - shown.length;
  return [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

/** The place of an issue, as keys from the outside in. */
export function keysOf({ path = [] }: Pick<StandardIssue, 'path'>): readonly PropertyKey[] {
  return path.map((part) => (typeof part === 'object' ? part.key : part));
}

/** Keys as one text: `tags[0].name`. */
export function renderPath(keys: readonly PropertyKey[]): string {
  return keys.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    return text === '' ? String(key) : `${text}.${String(key)}`;
  }, '');
}
