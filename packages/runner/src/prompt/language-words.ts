import type { ReplLanguage } from '@rlm/repl-types';

/** How a language says what every prompt has to say. */
export interface LanguageWords {
  readonly title: string;
  readonly look: string;
  readonly query: string;
  readonly batch: string;
  readonly recursive: string;
  readonly recursiveBatch: string;
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
    toolCall: (name) => `${name}(input)`,
  },
  javascript: {
    title: 'JavaScript',
    look: 'print(context.length);\nprint(context.slice(0, 500));',
    query: 'await llm_query(prompt): string',
    batch: 'await llm_query_batched(prompts): string[]',
    recursive: 'await rlm_query(prompt, { context }): string',
    recursiveBatch: 'await rlm_query_batched(prompts): string[]',
    toolCall: (name) => `await ${name}(input)`,
  },
};

/** The words of a language. */
export function wordsOf(language: ReplLanguage): LanguageWords {
  return words[language];
}
