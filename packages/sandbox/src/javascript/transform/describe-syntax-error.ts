/**
 * The message for a model about a cell that cannot be parsed.
 *
 * @param message The parser's message.
 * @param dialects The session's ways to end a run.
 */
export function describeSyntaxError(
  message: string,
  code: string,
  dialects: readonly string[],
): string {
  const text = message.replace(/ \(\d+:\d+\)$/, '');
  if (/^\s*(?:import|export)\b/m.test(code) && text.includes('import')) {
    return `${text}; modules are not available here`;
  }
  if (text === "Unexpected character '@'") return `${text}; decorators are not available here`;
  if (text.includes("'return' outside of function")) {
    return `${text}: a cell has nothing to return to; ${howToFinish(dialects)}`;
  }
  return text;
}

function howToFinish(dialects: readonly string[]): string {
  if (dialects.includes('final')) return 'finish with FINAL(value)';
  if (dialects.includes('submit')) return 'finish with SUBMIT({ answer: value })';
  if (dialects.includes('answer')) {
    return 'finish with answer.content = value and answer.ready = true';
  }
  return 'a last expression is shown';
}
