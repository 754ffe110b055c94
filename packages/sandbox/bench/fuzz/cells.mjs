import { grammar } from './grammar.mjs';
import { mutateText } from './mutate-text.mjs';

/** The cells of the conformance suite in one language, to be mutated. */
export function corpusOf(language, { conformanceTables, swallowCases }) {
  const rows = Object.values(conformanceTables).flat();
  return [
    ...rows.flatMap((row) => row[language]),
    ...swallowCases[language].map(({ code }) => code),
  ].filter((code) => code.length < 2_000);
}

/** A random cell: grown from the grammar, or one of the corpus with damage. */
export function makeCell(random, language, corpus) {
  if (corpus.length > 0 && random.isOneIn(2)) {
    return mutateText(random, random.pick(corpus), random.pick(corpus));
  }
  const lines = Array.from({ length: 1 + random.below(4) }, () => grow(random, language, 's', 4));
  const code = lines.join('\n');
  return random.isOneIn(6) ? mutateText(random, code, code) : code;
}

function grow(random, language, symbol, depth, indent = '') {
  const rules = grammar[language][symbol];
  // Near the bottom only the first rules, which are short, so that every cell ends.
  const template = depth > 0 ? random.pick(rules) : rules[random.below(Math.min(3, rules.length))];
  return template.replace(/\$([bens])|\n/g, (part, hole) => {
    if (part === '\n') return `\n${indent}`;
    if (hole !== 'b') {
      return depth <= 0 && hole !== 'n' ? '1' : grow(random, language, hole, depth - 1, indent);
    }
    const inner = `${indent}    `;
    return `\n${inner}${depth <= 0 ? '1' : grow(random, language, 's', depth - 1, inner)}`;
  });
}
