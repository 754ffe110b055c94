const keywords = new Set(
  'and as assert async await break class continue def del elif else except finally for from global if import in is lambda match nonlocal not or pass raise return try while with yield True False None'.split(
    ' ',
  ),
);

const token =
  /[\p{L}_][\p{L}\p{N}_]{0,999}|:=|[=!<>]=|(?:\/\/|\*\*|<<|>>|[-+*/%&|^@])?=|[\n;:()]/gu;
const wholeIdentifier = /^[\p{L}_][\p{L}\p{N}_]*(?![^])/u;
const maxNames = 2_000;

/** How the identifiers that follow are read. */
type Mode = 'statement' | 'name' | 'names' | 'targets';

const openers: Readonly<Record<string, Mode>> = {
  def: 'name',
  class: 'name',
  as: 'name',
  import: 'names',
  for: 'targets',
};

/**
 * Names that a cell may bind, in the order of their appearance: a superset, found in the text in one pass, since the
 * subset of Python has no `globals()`. Work in pieces: it yields at each word. Which of them exist is then asked of the interpreter.
 */
export function* boundNames(source: string): Generator<void, readonly string[]> {
  const found = new Set<string>();
  let mode: Mode = 'statement';
  let pending: string[] = [];
  let isOpen = false;
  for (const [word] of source.matchAll(token)) {
    yield;
    if (found.size >= maxNames) break;
    const opened = openers[word];
    if (word === '(') isOpen = mode === 'names';
    else if (word === ')') isOpen = false;
    else if (isOpen && word === '\n') continue;
    else if (opened !== undefined) mode = mode === 'names' ? mode : opened;
    else if (word === 'in' && mode === 'targets') mode = 'statement';
    else if (word === '\n' || word === ';' || word === ':') {
      mode = 'statement';
      pending = [];
    } else if (word === ':=' || isAssignment(word)) {
      for (const name of word === ':=' ? pending.slice(-1) : pending) found.add(name);
      pending = [];
    } else if (!keywords.has(word) && /^[\p{L}_]/u.test(word)) {
      if (mode === 'statement') {
        if (pending.length < maxNames) pending.push(word);
        else pending[maxNames - 1] = word;
      } else found.add(word);
      if (mode === 'name') mode = 'statement';
    }
  }
  return [...found];
}

function isAssignment(word: string): boolean {
  return word.endsWith('=') && !/^[=!<>]=$/.test(word);
}

/** Whether a text is a name in Python. */
export function isIdentifier(text: string): boolean {
  return wholeIdentifier.test(text) && !keywords.has(text);
}
