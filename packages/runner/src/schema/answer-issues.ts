import type { StandardIssue } from '@rlm/kernel';
import { keysOf, renderPath } from '@rlm/kernel/internal';
import type { AnswerIssue } from '@rlm/repl-types';
import { definedFields, describeValue, headOf } from '@rlm/repl-types/internal';

/** How many issues the record of a refused answer keeps, and how many characters of each text. */
const kept = { issues: 10, chars: 200 };

/** What is wrong with an answer: where, what was expected, what was found. */
export function answerIssues(
  issues: readonly StandardIssue[],
  value: unknown,
): readonly AnswerIssue[] {
  return issues.slice(0, kept.issues).map((issue) => {
    const keys = keysOf(issue);
    const expected = expectedBy(issue);
    return Object.freeze(
      definedFields({
        path: short(renderPath(keys)),
        got: short(describeValue(valueAt(value, keys))),
        expected: expected === undefined ? undefined : short(expected),
        message: short(issue.message),
      }),
    );
  });
}

/** Issues in one line: `tags[0]: expected string, got 3; price: must be even, got 7`. */
export function renderFound(found: readonly AnswerIssue[], all: number): string {
  const texts = found.map(({ path, got, expected, message }) => {
    // A missing field has a message of its own, some messages say what they got, and "an object" says nothing.
    const isSaid = got === 'undefined' || /^an? /.test(got) || message.includes(got);
    const fault = isSaid ? message : `${message.replace(/\.$/, '')}, got ${got}`;
    const what = expected === undefined ? fault : `expected ${expected}, got ${got}`;
    return path === '' ? what : `${path}: ${what}`;
  });
  const more = all - found.length;
  return [...texts, ...(more > 0 ? [`and ${String(more)} more`] : [])].join('; ');
}

/** Zod, Valibot and ArkType report in a field what was expected, others only in the message. */
function expectedBy(issue: StandardIssue): string | undefined {
  const { expected } = issue as { readonly expected?: unknown };
  if (typeof expected === 'string' && expected !== '') return expected;
  const { message } = issue;
  // Zod's message about one of several values: expected one of "a"|"b".
  const values = /\bexpected (one of \S.*)$/i.exec(message)?.[1];
  return values ?? /\bexpected "?([^",;]+?)"?\.?(?:[,;]| but | \(|$)/i.exec(message)?.[1];
}

/** Reads only own fields, because a path may name anything. */
function valueAt(value: unknown, keys: readonly PropertyKey[]): unknown {
  return keys.reduce<unknown>(
    (at, key) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, key)
        ? (at as Record<PropertyKey, unknown>)[key]
        : undefined,
    value,
  );
}

function short(text: string): string {
  return text.length > kept.chars ? `${headOf(text, kept.chars)}...` : text;
}
