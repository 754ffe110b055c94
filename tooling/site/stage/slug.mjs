/**
 * The anchor of a heading, as forges make it: the site and the repository have the same ones.
 *
 * @param {string} heading Its text, also with marks of Markdown.
 */
export const slugOf = (heading) =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
