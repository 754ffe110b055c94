const identifier = String.raw`[\p{L}_][\p{L}\p{N}_]*`;
const keywords = new Set(
  'and as assert async await break class continue def del elif else except finally for from global if import in is lambda match nonlocal not or pass raise return try while with yield True False None'.split(
    ' ',
  ),
);

/** What may bind a name, each with the text in which the names stand. */
const binders: readonly RegExp[] = [
  new RegExp(String.raw`(?:^|\n)[ \t]*(?:async[ \t]+)?(?:def|class)[ \t]+(${identifier})`, 'gu'),
  new RegExp(String.raw`\bimport[ \t]+([^\n;#]+)`, 'gu'),
  new RegExp(String.raw`\bimport[ \t]*\(([^)]*)\)`, 'gu'),
  new RegExp(String.raw`\bfor[ \t]+([^\n;#]+?)[ \t]+in\b`, 'gu'),
  new RegExp(String.raw`\bas[ \t]+(${identifier})`, 'gu'),
  new RegExp(String.raw`(${identifier})[ \t]*:=`, 'gu'),
  new RegExp(
    String.raw`(?:^|[\n;:])[ \t]*([^\n;#=!<>]*?)[ \t]*(?:[-+*/%&|^@]|//|\*\*|<<|>>)?=(?!=)`,
    'gu',
  ),
  new RegExp(String.raw`=[ \t]*([\p{L}\p{N}_, \t]+?)[ \t]*=(?!=)`, 'gu'),
];

const anyIdentifier = new RegExp(identifier, 'gu');
const maxNames = 2_000;

/**
 * Names that a cell may bind, in the order of their appearance: a superset, found in the text, since the subset of
 * Python has no `globals()`. Which of them exist is then asked of the interpreter.
 */
export function boundNames(source: string): readonly string[] {
  const found: { readonly at: number; readonly name: string }[] = [];
  for (const binder of binders) {
    for (const match of source.matchAll(binder)) {
      const at = match.index + match[0].indexOf(match[1] ?? '');
      for (const name of (match[1] ?? '').match(anyIdentifier) ?? []) {
        if (!keywords.has(name)) found.push({ at, name });
        if (found.length > maxNames) break;
      }
    }
  }
  const ordered = found.sort((one, other) => one.at - other.at).map(({ name }) => name);
  return [...new Set(ordered)];
}

/** Whether a text is a name in Python. */
export function isIdentifier(text: string): boolean {
  return new RegExp(`^${identifier}$`, 'u').test(text) && !keywords.has(text);
}
