import type { ReplLanguage } from '@rlm/repl-types';

/** Kinds of values that are looked at in different ways. */
export type ValueKind = 'text' | 'list' | 'object' | 'other';

/** How a language says what every prompt has to say. */
export interface LanguageWords {
  readonly title: string;
  /** Code that looks at a variable, by the kind of its value. */
  readonly look: Readonly<Record<ValueKind, (name: string) => string>>;
  /** Code that looks at the first value of an object, by its key as JSON text and its kind: of what may be large, at a part. */
  readonly lookAtKey: (name: string, key: string, kind: ValueKind) => string;
  readonly query: string;
  readonly batch: string;
  readonly recursive: string;
  readonly recursiveBatch: string;
  /** A sub-query whose answer is data. */
  readonly typed: string;
  /** How a helper is called, by its name. */
  readonly helpers: Readonly<Record<string, string>>;
  readonly toolCall: (name: string) => string;
}

const words: Readonly<Record<ReplLanguage, LanguageWords>> = {
  python: {
    title: 'Python',
    look: {
      text: (name) => `print(${name}[:500])`,
      list: (name) => `print(len(${name}), ${name}[0])`,
      object: (name) => `print(list(${name})[:20])`,
      other: (name) => `print(${name})`,
    },
    lookAtKey(name, key, kind) {
      const value = `${name}[${key}]`;
      const part = { text: `${value}[:500]`, list: `${value}[:1]`, object: `list(${value})[:20]` };
      return `print(len(${name}), ${kind === 'other' ? value : part[kind]})`;
    },
    query: 'llm_query(prompt) -> str',
    batch: 'llm_query_batched(prompts) -> list[str]',
    recursive: 'rlm_query(prompt, context=None) -> str',
    recursiveBatch: 'rlm_query_batched(prompts)',
    typed: 'llm_query(prompt, schema={...})',
    helpers: {
      grep: 'grep(value, pattern, context=80, max=20) -> {"total", "matches": [{"line", "start", "end", "text"}]}',
      lines: 'lines(text, first, last) -> str',
      chunk: 'chunk(text, size, overlap=0) -> [{"start", "end", "text"}]',
    },
    toolCall: (name) => `${name}(input)`,
  },
  javascript: {
    title: 'JavaScript',
    look: {
      text: (name) => `print(${name}.slice(0, 500))`,
      list: (name) => `print(${name}.length, ${name}[0])`,
      object: (name) => `print(Object.keys(${name}).slice(0, 20))`,
      other: (name) => `print(${name})`,
    },
    lookAtKey(name, key, kind) {
      const value = `${name}[${key}]`;
      if (kind === 'object') return `print(Object.keys(${value}).slice(0, 20))`;
      const part = { text: '.slice(0, 500)', list: '.slice(0, 1)', other: '' };
      return `print(${value}${part[kind]})`;
    },
    query: 'await llm_query(prompt): string',
    batch: 'await llm_query_batched(prompts): string[]',
    recursive: 'await rlm_query(prompt, { context }): string',
    recursiveBatch: 'rlm_query_batched(prompts)',
    typed: 'llm_query(prompt, { schema: {...} })',
    helpers: {
      grep: 'grep(value, pattern, { context: 80, max: 20 }): { total, matches: [{ line, start, end, text }] }',
      lines: 'lines(text, first, last): string',
      chunk: 'chunk(text, size, overlap = 0): [{ start, end, text }]',
    },
    toolCall: (name) => `await ${name}(input)`,
  },
};

/** The words of a language. */
export function wordsOf(language: ReplLanguage): LanguageWords {
  return words[language];
}
