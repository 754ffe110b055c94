import ts from 'typescript';

/** Where a test quotes a sentence: in `toThrow` and the like, under `message`, in a table, or of a text that is shown. */
type QuoteKind = 'thrown' | 'message' | 'table' | 'shown';

/** A sentence that a test compares with. */
export interface Quote {
  readonly kind: QuoteKind;
  readonly text: string;
}

/** This many words in a row of names and figures are a sentence. */
const sentenceWords = 4;

/** What takes an error apart: `toThrow(...)` and the like, and the two matchers. */
const errorComparison = /^(?:toThrow\w*|errorWith|invalidOption)$/;

/** What compares any value. */
const comparison = /^to[A-Z]\w*$/;

/** What a text is called that an error, a notice or the command line says. */
const saidNames =
  /\b(?:\w+[mM]essage|messages(?=\(\))|message|noteBefore|faults|hint|problem|record\.result|actionResults|reason|refusal|refused|fault|error|errors|warnings?|notices?|notes?|told|stderr|err)\b/;

/** What a text quotes, and the commands of `rlm` that it names. */
const facts = /"[^"]*"|`[^`]*`|(?<!\w)'[^']*'(?!\w)|\brlm [a-z]+/g;

/** The number of plain words of two letters and more in a text, without facts and without the value after "got". */
function countWords(text: string): number {
  const plain = text.replace(/\bgot .*$/, '').replace(facts, ' ');
  return plain.split(/\s+/).filter((word) => /^\(?[A-Za-z][a-z']+[)]?[.,:;?!]*$/.test(word)).length;
}

/** The text that a literal compares with; each gap is a space. Undefined for what is no literal. */
function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node)) {
    return [node.head, ...node.templateSpans.map(({ literal }) => literal)]
      .map(({ text }) => text)
      .join(' ');
  }
  if (!ts.isRegularExpressionLiteral(node)) return undefined;
  const source = node.text.slice(1, node.text.lastIndexOf('/'));
  return source.replace(/\\[bBsSdDwW]|[.\])][*+?]+|[$^|]/g, ' ').replaceAll('\\', '');
}

/** Each node of a tree. `enter` says whether to look below it. */
function walk(node: ts.Node, enter: (node: ts.Node) => boolean): void {
  if (!enter(node)) return;
  ts.forEachChild(node, (child) => {
    walk(child, enter);
  });
}

/** The sentences of the literals in an expression. */
function sentencesBelow(node: ts.Node): string[] {
  const found: string[] = [];
  walk(node, (each) => {
    const text = textOf(each);
    if (text !== undefined && countWords(text) >= sentenceWords) found.push(text);
    return true;
  });
  return found;
}

/** The fields of errors, notices and ended commands in which sentences stand. */
const saidFields = new Set(['message', 'stderr', 'reason', 'hint', 'problem']);

const isMessage = (node: ts.Node): node is ts.PropertyAssignment =>
  ts.isPropertyAssignment(node) && ts.isIdentifier(node.name) && saidFields.has(node.name.text);

/** Where a comparison of a test has what it compares with. */
interface Compared {
  readonly kind: Exclude<QuoteKind, 'table'>;
  readonly wanted: ts.Node;
}

/** What is compared with the text of an error or notice, in a piece of a test. */
function comparedIn(root: ts.Node, source: ts.SourceFile): Compared[] {
  const found: Compared[] = [];
  walk(root, (node) => {
    if (!ts.isCallExpression(node)) return true;
    const called = node.expression;
    const name = ts.isPropertyAccessExpression(called) ? called.name.text : called.getText(source);
    const add = (kind: Compared['kind'], nodes: readonly ts.Node[]) =>
      found.push(...nodes.map((wanted) => ({ kind, wanted })));
    if (errorComparison.test(name)) add('thrown', node.arguments);
    else if (ts.isPropertyAccessExpression(called) && comparison.test(name)) {
      const subject = called.expression.getText(source).replaceAll(/'[^']*'|`[^`]*`/g, '');
      if (saidNames.test(subject)) add('shown', node.arguments);
      for (const argument of node.arguments) {
        walk(argument, (each) => {
          if (isMessage(each)) add('message', [each.initializer]);
          return !isMessage(each);
        });
      }
    }
    return true;
  });
  return found;
}

/** An expression without `as const`, brackets, and what only maps or filters it; a name is followed to its constant. */
function plain(node: ts.Node, constants: ReadonlyMap<string, ts.Node>): ts.Node {
  if (
    ts.isAsExpression(node) ||
    ts.isParenthesizedExpression(node) ||
    ts.isSatisfiesExpression(node)
  ) {
    return plain(node.expression, constants);
  }
  const constant = ts.isIdentifier(node) ? constants.get(node.text) : undefined;
  return constant === undefined ? node : plain(constant, constants);
}

/** What a value gives to each name of a pattern. */
function* bindings(
  pattern: ts.BindingName,
  value: ts.Node | undefined,
  source: ts.SourceFile,
): Generator<readonly [name: string, value: ts.Node]> {
  if (value === undefined) return;
  if (ts.isIdentifier(pattern)) yield [pattern.text, value];
  else {
    for (const [index, element] of pattern.elements.entries()) {
      if (ts.isOmittedExpression(element)) continue;
      const key = (element.propertyName ?? element.name).getText(source);
      const part = ts.isArrayBindingPattern(pattern)
        ? ts.isArrayLiteralExpression(value) && value.elements[index]
        : ts.isObjectLiteralExpression(value) &&
          value.properties.find((each) => each.name?.getText(source) === key);
      if (part === undefined || part === false) continue;
      yield* bindings(
        element.name,
        ts.isPropertyAssignment(part) ? part.initializer : part,
        source,
      );
    }
  }
}

/** What the rows of a table give to the names of the test's parameters. */
function* cells(
  rows: ts.Node,
  parameters: readonly ts.ParameterDeclaration[],
  constants: ReadonlyMap<string, ts.Node>,
  source: ts.SourceFile,
): Generator<readonly [name: string, value: ts.Node]> {
  if (!ts.isArrayLiteralExpression(rows)) return;
  for (const element of rows.elements) {
    if (ts.isSpreadElement(element)) {
      yield* cells(plain(element.expression, constants), parameters, constants, source);
      continue;
    }
    const row = plain(element, constants);
    const values = ts.isArrayLiteralExpression(row) ? row.elements : [row];
    for (const [index, { name }] of parameters.entries())
      yield* bindings(name, values[index], source);
  }
}

/** The sentences of a table of cases that its test compares with an error or a notice. */
function sentencesOfTable(
  node: ts.Node,
  source: ts.SourceFile,
  constants: ReadonlyMap<string, ts.Node>,
): string[] {
  if (!ts.isCallExpression(node) || !ts.isCallExpression(node.expression)) return [];
  const [table] = node.expression.arguments;
  const test = node.arguments.find((each) => ts.isArrowFunction(each));
  if (table === undefined || test === undefined) return [];
  if (!/\.(?:each|for)$/.test(node.expression.expression.getText(source))) return [];
  const names = new Set<string>();
  for (const { wanted } of comparedIn(test.body, source)) {
    walk(wanted, (each) => {
      if (ts.isIdentifier(each)) names.add(each.text);
      return true;
    });
  }
  return [...cells(plain(table, constants), test.parameters, constants, source)].flatMap(
    ([name, value]) => (names.has(name) ? sentencesBelow(value) : []),
  );
}

/** The sentences of errors and notices that a test file quotes, each once. */
export function quotesIn(text: string): Quote[] {
  const source = ts.createSourceFile('a.test.tsx', text, ts.ScriptTarget.Latest);
  const constants = new Map<string, ts.Node>();
  const found: Quote[] = [];
  const add = (kind: QuoteKind, sentences: readonly string[]): void => {
    for (const sentence of sentences) {
      if (!found.some((each) => each.text === sentence)) found.push({ kind, text: sentence });
    }
  };
  const compared = comparedIn(source, source);
  for (const kind of ['thrown', 'message', 'shown'] as const) {
    const ofKind = compared.filter((each) => each.kind === kind);
    add(
      kind,
      ofKind.flatMap(({ wanted }) => sentencesBelow(wanted)),
    );
  }
  walk(source, (node) => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer) {
      constants.set(node.name.text, node.initializer);
    }
    add('table', sentencesOfTable(node, source, constants));
    return true;
  });
  return found;
}
