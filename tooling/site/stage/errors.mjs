import { readFileSync } from 'node:fs';

import { root } from './pages.mjs';

/**
 * What docs/errors.md says of each code.
 *
 * @typedef {object} ErrorEntry
 * @property {string} code
 * @property {string} error The class: `SandboxError`.
 * @property {string} summary What is wrong: the first sentence.
 * @property {string} text What to do.
 *
 * @returns {ErrorEntry[]}
 */
export function readErrors() {
  const sections = readFileSync(`${root}docs/errors.md`, 'utf8').split(/^## /m).slice(1);
  return sections.map((section) => {
    const [, code, error, summary, rest] =
      /^`([a-z_]+)`\n\n`(\w+Error)`\. (.*?)\.(?=\s)([^]*)$/.exec(section) ?? [];
    if (code === undefined) throw new Error(`docs/errors.md: a section names no class: ${section}`);
    return { code, error, summary, text: rest.trim() };
  });
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** The page of a code. */
export const errorPage = ({ code, error, summary, text }) => `---
description: ${JSON.stringify(`${capital(summary)}.`)}
---

# \`${code}\`

${capital(summary)}. The error is of the class \`${error}\`.

${text}

[All error codes](errors.md)
`;

/** The page that lists them. */
export const errorIndex = (introduction, errors) => `# Error codes

${introduction}

| code | error | what is wrong |
| --- | --- | --- |
${errors.map(({ code, error, summary }) => `| [\`${code}\`](./${code}.md) | \`${error}\` | ${summary} |`).join('\n')}
`;
