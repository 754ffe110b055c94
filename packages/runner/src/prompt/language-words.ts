import type { ReplLanguage } from '@rlm/repl-types';

/** How a language says what every prompt has to say. */
export interface LanguageWords {
  readonly title: string;
  readonly look: string;
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
    look: 'print(len(context))\nprint(context[:500])',
    query: 'llm_query(prompt) -> str',
    batch: 'llm_query_batched(prompts) -> list[str]',
    recursive: 'rlm_query(prompt, context=None) -> str',
    recursiveBatch: 'rlm_query_batched(prompts) -> list[str]',
    typed: 'schema={...}',
    helpers: {
      grep: 'grep(value, pattern, context=80, max=20, ignore_case=False) -> {"total", "matches": [{"line", "start", "end", "text"}]}',
      lines: 'lines(text, first, last) -> str',
      chunk: 'chunk(text, size, overlap=0) -> [{"start", "end", "text"}]',
    },
    toolCall: (name) => `${name}(input)`,
  },
  javascript: {
    title: 'JavaScript',
    look: 'print(context.length);\nprint(context.slice(0, 500));',
    query: 'await llm_query(prompt): string',
    batch: 'await llm_query_batched(prompts): string[]',
    recursive: 'await rlm_query(prompt, { context }): string',
    recursiveBatch: 'await rlm_query_batched(prompts): string[]',
    typed: '{ schema: {...} }',
    helpers: {
      grep: 'grep(value, pattern, { context: 80, max: 20, ignoreCase: false }): { total, matches: [{ line, start, end, text }] }',
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
