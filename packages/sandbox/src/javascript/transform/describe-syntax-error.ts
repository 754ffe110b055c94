/**
 * The message for a model about a cell that cannot be parsed.
 *
 * @param message The parser's message.
 * @param place Where it stopped reading: a line from 1, a column from 0.
 * @param dialects The session's ways to end a run.
 */
export function describeSyntaxError(
  message: string,
  code: string,
  dialects: readonly string[],
  place?: Place,
): string {
  const text = named(message.replace(/ \(\d+:\d+\)$/, ''), code, place);
  if (/^\s*(?:import|export)\b/m.test(code) && text.includes('import')) {
    return `${text}; modules are not available here`;
  }
  if (text === "Unexpected character '@'") return `${text}; decorators are not available here`;
  if (text.includes("'return' outside of function")) {
    return `${text}: a cell has nothing to return to; ${howToFinish(dialects)}`;
  }
  return text;
}

/** A place in a cell. */
interface Place {
  readonly line?: number;
  readonly column?: number;
}

/** "Unexpected token" with the token and its column: the parser leaves both out. */
function named(text: string, code: string, { line, column }: Place = {}): string {
  if (text !== 'Unexpected token' || line === undefined || column === undefined) return text;
  const rest = code
    .split('\n')
    .slice(line - 1)
    .join('\n')
    .slice(column, column + 1_000);
  const [token] = /[\p{L}\p{N}_$]+|[^\s]/u.exec(rest) ?? [];
  if (token === undefined) return 'Unexpected end of the code';
  return `${text} '${token.slice(0, 40)}' at column ${String(column + 1)}`;
}

function howToFinish(dialects: readonly string[]): string {
  if (dialects.includes('final')) return 'finish with FINAL(value)';
  if (dialects.includes('submit')) return 'finish with SUBMIT({ answer: value })';
  if (dialects.includes('answer')) {
    return 'finish with answer.content = value and answer.ready = true';
  }
  return 'a last expression is shown';
}
