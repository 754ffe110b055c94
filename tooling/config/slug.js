/**
 * The anchor of a heading of Markdown, as forges make it. The site and the test of links use it too.
 *
 * @param {string} heading Its text, also with marks of Markdown.
 * @returns {string}
 */
export const slugOf = (heading) =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
