import { defaultParts } from './default-parts.js';
import type { PromptFacts, PromptPartName, PromptParts } from './prompt-parts.js';

const order: readonly PromptPartName[] = [
  'task',
  'variables',
  'environment',
  'functions',
  'tools',
  'finish',
  'answer',
  'instructions',
];

/** The system prompt: its parts in their order, empty ones left out. */
export function renderSystemPrompt(facts: PromptFacts, replaced: PromptParts = {}): string {
  return order
    .map((name) => {
      const part = replaced[name] ?? defaultParts[name];
      if (part === false) return '';
      return (typeof part === 'string' ? part : part(facts)).trim();
    })
    .filter((text) => text !== '')
    .join('\n\n');
}
