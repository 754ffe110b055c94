import {
  fields,
  listOf,
  oneOf,
  required,
  someText,
  type OptionRule,
} from '@rlm/repl-types/options';
import { anyOf, askHook, callable, finalDialects } from '@rlm/repl-types/internal';
import type { ReplLanguage } from '@rlm/repl-types';
import { dialects, type Dialect, type DialectWords } from '@rlm/termination/dialects';

/** A way to finish: a built-in one by name, or a record of your own. */
export type DialectChoice = keyof typeof dialects | Dialect;

const names = Object.keys(dialects) as readonly (keyof typeof dialects)[];
const record: OptionRule = {
  ...fields<Dialect>({
    name: required(someText),
    session: required(oneOf(...finalDialects)),
    guestNames: required(listOf(someText)),
    readProse: callable,
    marks: listOf(someText),
    words: required(callable),
  }),
  expected: 'a Dialect record',
};

/** What the option `dialects` takes. */
export const dialectsRule: OptionRule = listOf(anyOf(oneOf(...names), record), 1);

/** The records that are chosen, each once; by default those of FINAL and SUBMIT. */
export function resolveDialects(
  choices: readonly DialectChoice[] = ['final', 'submit'],
): readonly Dialect[] {
  const chosen = choices.map((choice) => (typeof choice === 'string' ? dialects[choice] : choice));
  return Object.freeze([...new Set(chosen)]);
}

/** The words that explain a dialect for a REPL in `language`. */
export function wordsOf(dialect: Dialect, language: ReplLanguage): DialectWords {
  return askHook(`words() of the dialect ${dialect.name}`, () => dialect.words(language));
}

/** Names that a REPL defines for the built-in dialects and for those that are chosen. */
export function dialectNames(choices: readonly DialectChoice[] | undefined): readonly string[] {
  return [...Object.values(dialects), ...resolveDialects(choices)].flatMap(
    ({ guestNames }) => guestNames,
  );
}
