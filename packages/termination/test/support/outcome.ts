import type { FinalDetection } from '../../src/index.js';

/** What a reader found, in the words of the fixtures. */
export function outcomeOf({
  finalType,
  content,
  submitFields,
  nearMisses,
}: FinalDetection): string {
  switch (finalType) {
    case 'direct':
      return `direct: ${JSON.stringify(content)}`;
    case 'variable':
      return `variable: ${content ?? ''}`;
    case 'submit':
      return `submit: ${JSON.stringify(submitFields)}`;
    case null:
      return ['none', nearMisses.map(({ code }) => code).join(', ')].filter(Boolean).join(': ');
  }
}

/** The expectation of a fixture, with its JSON in one form. */
export const normal = (expected: string): string => {
  const [, kind = '', json = ''] = /^(direct|submit): (.*)$/s.exec(expected) ?? [];
  return kind === '' ? expected : `${kind}: ${JSON.stringify(JSON.parse(json))}`;
};
