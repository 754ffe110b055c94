/** The title of a page, and what its first paragraph of prose says. */
export function headOf(text) {
  const body = text
    .replace(/^---\n[^]*?\n---\n/, '')
    .replaceAll(/^(`{3,})[^]*?^\1$/gm, '')
    // Badges and other pictures.
    .replaceAll(/\[?!\[[^\]]*\]\([^)]*\)(\]\([^)]*\))?/g, '');
  const title = /^# (.*)$/m.exec(body)?.[1] ?? '';
  const paragraph =
    body
      .slice(body.indexOf(title) + title.length)
      .split(/\n{2,}/)
      .map((part) => part.trim())
      // A decision starts with its date, and names its context.
      .map((part) => part.replace(/^\*\*Context\.\*\*\s*/, ''))
      .find((part) => /^[\p{L}`"*[]/u.test(part) && !/^\W*Date\b/.test(part)) ?? '';
  return { title: plain(title), summary: plain(paragraph.replaceAll('\n', ' ')) };
}

const plain = (text) => text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[*`]/g, '');

/** The first sentence of a text, of 200 characters at most. */
const sentence = (text) => {
  const first = /^.*?[^.][.?!](?=\s|$)/.exec(text)?.[0] ?? text;
  return first.length > 200 ? `${first.slice(0, 199)}…` : first;
};

/**
 * `llms.txt`: what the site has, for coding assistants.
 *
 * @param {{ title: string, summary: string, sections: { text: string, pages: { page: string, content: string }[] }[] }} site
 */
export function llmsText({ title, summary, sections }) {
  const lines = sections.flatMap(({ text, pages }) => [
    '',
    `## ${text}`,
    '',
    ...pages.map(({ page, content }) => {
      const head = headOf(content);
      return `- [${head.title}](/${page}): ${sentence(head.summary)}`;
    }),
  ]);
  return `${[`# ${title}`, '', `> ${summary}`, ...lines].join('\n')}\n`;
}

/** `llms-full.txt`: the pages themselves, one after the other. */
export const llmsFullText = ({ title, summary, sections }) =>
  `# ${title}\n\n> ${summary}\n\n${sections
    .flatMap(({ pages }) => pages)
    .map(({ page, content }) => `<!-- ${page} -->\n\n${content.trim()}\n`)
    .join('\n')}`;
