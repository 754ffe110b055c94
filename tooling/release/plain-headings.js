/**
 * The headings of a CHANGELOG by what they mean for a reader; changesets writes "Minor Changes" and "Patch Changes". Before
 * 1.0, a minor version may break (CONTRIBUTING.md, "A release").
 *
 * @param {string} text
 */
export function plainHeadings(text) {
  let mayBreak = ['Major'];
  return text.replaceAll(
    /^(?:## (?<major>\d+)\..*|### (?<kind>Major|Minor|Patch) Changes)$/gm,
    (line, ...found) => {
      const { major, kind } = /** @type {Record<string, string | undefined>} */ (found.at(-1));
      if (kind === undefined) {
        mayBreak = major === '0' ? ['Major', 'Minor'] : ['Major'];
        return line;
      }
      if (mayBreak.includes(kind)) return '### New, or may need changes in your code';
      return kind === 'Minor' ? '### New' : '### Needs no change in your code';
    },
  );
}
