import type { ReplLanguage } from '@rlm/repl-types';
import type { SessionVariable } from '@rlm/sandbox';

/** The names that code sets, by how it does. */
interface SetNames {
  /** By an import, or as what a loop or a `with` goes through. */
  readonly passing: Set<string>;
  /** In the body of a loop or a `with`. */
  readonly inside: Set<string>;
  /** In any other way. */
  readonly meant: Set<string>;
}

/** Of what a loop leaves behind, these types say nothing: the last of many. */
const single: ReadonlySet<string> = new Set(
  'str int float bool complex bytes string number boolean bigint'.split(' '),
);

/**
 * Variables that a model should know of: not those that the code of its reply sets by an import or a loop alone.
 *
 * @param before The variables before that code: what a loop adds to one of them is told.
 */
export function meantVariables(
  variables: readonly SessionVariable[],
  code: string,
  before: ReadonlyMap<string, unknown>,
  language: ReplLanguage,
): readonly SessionVariable[] {
  const { passing, inside, meant } = language === 'python' ? inPython(code) : inJavaScript(code);
  return variables.filter(({ name, typeName }) => {
    if (typeName === 'module') return false;
    if (meant.has(name)) return true;
    if (passing.has(name)) return false;
    return !inside.has(name) || before.has(name) || !single.has(typeName);
  });
}

const noNames = (): SetNames => ({ passing: new Set(), inside: new Set(), meant: new Set() });

const addTo = (names: Set<string>, text: string): void => {
  for (const [name] of text.matchAll(/[\p{L}\p{N}_$]+/gu)) names.add(name);
};

/** `import a.b as c, d`: the name behind `as`, or the first of a path. */
const addImports = (names: Set<string>, text: string): void => {
  for (const part of text.replace(/[()#].*$|[()]/gm, ' ').split(',')) {
    const [, first = '', as = first] = /^\s*(\w+)[\w.]*(?:\s+as\s+(\w+))?/.exec(part) ?? [];
    if (first !== '') names.add(as);
  }
};

const assignment = /^([\p{L}\p{N}_, *[\]]+?)\s*(?::[^=]+)?(?:[-+*/%&|^@]|\/\/|\*\*|<<|>>)?=(?!=)/u;

/** Line by line: what is indented below a loop is inside of it, and what is below a `def` has names of its own. */
function inPython(code: string): SetNames {
  const names = noNames();
  const imports = /^[ \t]*(?:from[ \t]+\S+[ \t]+)?import[ \t]+(\([^)]*\)|[^;\n]+)/gm;
  for (const [, text = ''] of code.matchAll(imports)) addImports(names.passing, text);
  const around: { readonly indent: number; readonly isOwn: boolean }[] = [];
  for (const whole of code.replace(imports, '').split('\n')) {
    const line = whole.trim();
    if (line === '') continue;
    const indent = whole.length - whole.trimStart().length;
    while ((around.at(-1)?.indent ?? -1) >= indent) around.pop();
    if (around.some(({ isOwn }) => isOwn)) continue;
    const kept = around.length > 0 ? names.inside : names.meant;
    const defined = /^(?:async\s+)?(?:def|class)\s+(\w+)/.exec(line)?.[1];
    const loop = /^(?:async\s+)?(?:for\s+(.+?)\s+in\b|while\b|with\b)/.exec(line);
    if (defined !== undefined) names.meant.add(defined);
    if (defined !== undefined || loop !== null) around.push({ indent, isOwn: loop === null });
    if (loop !== null) {
      addTo(names.passing, loop[1] ?? '');
      for (const [, as = ''] of line.matchAll(/\bas\s+(\w+)/g)) names.passing.add(as);
    }
    const body = loop === null ? line : line.slice(line.lastIndexOf(':') + 1).trim();
    addTo(loop === null ? kept : names.inside, assignment.exec(body)?.[1] ?? '');
    for (const [, name = ''] of line.matchAll(/(\w+)\s*:=/g)) kept.add(name);
  }
  return names;
}

/** Names of JavaScript that outlive a loop are those without `let` and `const`. */
function inJavaScript(code: string): SetNames {
  const names = noNames();
  const heads =
    /\bfor\s*(?:await\s*)?\(\s*(?:(?:var|let|const)\s+)?([^;()]*?)(?:\s+(?:of|in)\b|=[^;=][^;]*;[^;]*;[^)]*\))/g;
  const imports =
    /\b(?:var|let|const)\s+([^=;]+?)\s*=\s*(?:await\s+)?(?:import|require)\s*\(|\bimport\s+([^'";]+?)\s+from\b/g;
  for (const [, text = ''] of code.matchAll(heads)) addTo(names.passing, text);
  for (const [, text, named] of code.matchAll(imports)) addTo(names.passing, text ?? named ?? '');
  const rest = code.replace(heads, 'for (').replace(imports, '');
  for (const [, text = ''] of rest.matchAll(/\b(?:var|let|const|function\*?|class)\s+([^=;(\n]+)/g))
    addTo(names.meant, text);
  for (const [, text = ''] of rest.matchAll(
    /(?:^|[;{}(]|\n)\s*([\w$]+|\[[^\]=]*\])\s*(?:[-+*/%&|^]|\?\?|\|\||&&|\*\*)?=(?![=>])/g,
  ))
    addTo(names.meant, text);
  return names;
}
