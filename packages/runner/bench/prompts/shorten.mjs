/** A text as a page shows it: of a long one the beginning and the end. */
export function shorten(text) {
  const most = 2_500;
  return text.length <= most ? text : `${text.slice(0, 160)}\n[...]\n${text.slice(-300)}`;
}
