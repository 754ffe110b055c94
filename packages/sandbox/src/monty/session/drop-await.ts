const texts = String.raw`"""[^]*?"""|'''[^]*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|#[^\n]*`;
const awaited = String.raw`\bawait[ \t]+([\p{L}_][\p{L}\p{N}_]*)(?=[ \t]*\()`;
const pattern = new RegExp(`${texts}|${awaited}`, 'gu');

/**
 * Removes `await` before calls of host functions, which are answered when they are made: the worker refuses to await
 * anything but a coroutine. Blanks after the name keep lines, columns and the indentation of a statement. Texts and
 * comments do not change. Works in pieces: it yields at each text, comment and `await`.
 */
export function* dropAwait(
  code: string,
  isOfHost: (name: string) => boolean,
): Generator<void, string> {
  if (!code.includes('await')) return code;
  const pieces: string[] = [];
  let at = 0;
  for (const { 0: found, 1: name, index } of code.matchAll(pattern)) {
    yield;
    if (name === undefined || !isOfHost(name)) continue;
    pieces.push(code.slice(at, index), name.padEnd(found.length));
    at = index + found.length;
  }
  return [...pieces, code.slice(at)].join('');
}
