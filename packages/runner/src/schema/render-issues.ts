import type { SchemaIssue } from './standard-schema.js';

/** How many issues a model is told at once. */
const shownIssues = 10;

/** Issues as one line of text: `tags[0]: expected a string; ...`. */
export function renderIssues(issues: readonly SchemaIssue[]): string {
  const shown = issues.slice(0, shownIssues).map(({ message, path = [] }) => {
    const place = path.reduce<string>((text, segment) => {
      const key = typeof segment === 'object' ? segment.key : segment;
      if (typeof key === 'number') return `${text}[${String(key)}]`;
      return text === '' ? String(key) : `${text}.${String(key)}`;
    }, '');
    return place === '' ? message : `${place}: ${message}`;
  });
  const more = issues.length - shown.length;
  return [...shown, ...(more > 0 ? [`and ${String(more)} more`] : [])].join('; ');
}
