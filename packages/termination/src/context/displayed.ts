const quote = /["'„「-』\p{Pi}\p{Pf}]/u;

/** Whether a call between `before` and `after` is in a table, a question or quotation marks. */
export function isDisplayed(before: string, after: string): boolean {
  return (
    /[?？]|(?<![<|｜])\|(?![|>])/.test(after) ||
    /^\s*\||\s\|\s/.test(before) ||
    (quote.test(before) && quote.test(after))
  );
}
