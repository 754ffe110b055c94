const texts = String.raw`"""[^]*?"""|'''[^]*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|#[^\n]*`;
const awaited = String.raw`\bawait[ \t]+([\p{L}_][\p{L}\p{N}_]*)(?=[ \t]*\()`;
const pattern = new RegExp(`${texts}|${awaited}`, 'gu');

/**
 * Takes `await` away before calls of host functions, which are answered when they are made: the worker refuses to await
 * what is no coroutine. Blanks behind the name keep lines, columns and the indentation of a statement; texts and comments
 * stay as they are.
 */
export function dropAwait(code: string, isOfHost: (name: string) => boolean): string {
  if (!code.includes('await')) return code;
  return code.replace(pattern, (found: string, name: string | undefined) =>
    name !== undefined && isOfHost(name) ? name.padEnd(found.length) : found,
  );
}
