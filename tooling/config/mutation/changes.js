import ts from 'typescript';

const { SyntaxKind } = ts;

/** What an operator may be changed into. @type {Readonly<Record<string, readonly string[]>>} */
const operators = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '&&': ['||'],
  '||': ['&&'],
  '??': ['&&'],
};

/** Assignments and methods that stand in for each other. */
const others = new Map(
  [
    ['+=', '-='],
    ['*=', '/='],
    ['??=', '&&='],
    ['||=', '&&='],
    ['some', 'every'],
    ['min', 'max'],
    ['startsWith', 'endsWith'],
    ['toUpperCase', 'toLowerCase'],
    ['trimStart', 'trimEnd'],
    ['find', 'findLast'],
    ['indexOf', 'lastIndexOf'],
  ].flatMap(([one = '', other = '']) => [
    [one, other],
    [other, one],
  ]),
);

/** Methods whose result has the type of what they are called on: the call may go. */
const idleMethods = new Set(
  'slice trim filter sort reverse toSorted toReversed substring concat flat'.split(' '),
);

/** Numbers up to this are counts and places; those above are bounds. */
const smallNumber = 16;

/**
 * What a node may be changed into, each a replacement of a part of it.
 *
 * @param {ts.Node} node
 * @returns {(readonly [start: number, end: number, replacement: string])[]}
 */
export function changesOf(node) {
  const start = node.getStart();
  const { end } = node;
  /** @param {...string} texts @returns {[number, number, string][]} */
  const by = (...texts) => texts.map((text) => [start, end, text]);
  /** @param {ts.Node} part @param {...string} texts @returns {[number, number, string][]} */
  const partBy = (part, ...texts) => texts.map((text) => [part.getStart(), part.end, text]);

  if (ts.isIfStatement(node)) return partBy(node.expression, 'true', 'false');
  if (ts.isWhileStatement(node) || ts.isDoStatement(node)) {
    return partBy(node.expression, 'false');
  }
  if (ts.isForStatement(node)) return node.condition ? partBy(node.condition, 'false') : [];
  if (ts.isConditionalExpression(node)) return partBy(node.condition, 'true', 'false');
  if (ts.isBinaryExpression(node)) return changesOfBinary(node);
  if (ts.isPrefixUnaryExpression(node)) {
    const operand = node.operand.getText();
    if (node.operator === SyntaxKind.PlusPlusToken) return by(`--${operand}`);
    if (node.operator === SyntaxKind.MinusMinusToken) return by(`++${operand}`);
    return node.operator === SyntaxKind.TildeToken ? [] : by(`(${operand})`);
  }
  if (ts.isPostfixUnaryExpression(node)) {
    const operand = node.operand.getText();
    return by(operand + (node.operator === SyntaxKind.PlusPlusToken ? '--' : '++'));
  }
  if (node.kind === SyntaxKind.TrueKeyword) return by('false');
  if (node.kind === SyntaxKind.FalseKeyword) return by('true');
  if (ts.isNumericLiteral(node)) {
    if (isName(node)) return [];
    const value = Number(node.text);
    return by(value > smallNumber ? '0' : String(value + 1));
  }
  if (ts.isStringLiteralLike(node)) {
    // Texts for people may be worded in another way; words for programs may not.
    return isName(node) || /\s/.test(node.text) ? [] : by(node.text === '' ? "'mutant'" : "''");
  }
  if (ts.isTemplateExpression(node)) return /\s/.test(node.getText()) ? [] : by('``');
  if (node.kind === SyntaxKind.RegularExpressionLiteral) {
    return by(...otherPatterns(node.getText()));
  }
  if (ts.isBlock(node)) return mayBeEmptied(node) ? by('{}') : [];
  if (ts.isArrayLiteralExpression(node)) {
    return node.elements.length === 0 || isTarget(node) ? [] : by('[]');
  }
  if (ts.isObjectLiteralExpression(node)) {
    return node.properties.length === 0 || isTarget(node) ? [] : by('({})');
  }
  if (ts.isCallExpression(node)) return changesOfCall(node);
  if (ts.isExpressionStatement(node)) return isCall(node.expression) ? by(';') : [];
  if (ts.isPropertyAccessExpression(node) && node.questionDotToken) {
    return partBy(node.questionDotToken, '.');
  }
  if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) {
    return node.body.getText() === 'undefined' ? [] : partBy(node.body, 'undefined');
  }
  return [];
}

/** @param {ts.BinaryExpression} node @returns {[number, number, string][]} */
function changesOfBinary({ left, operatorToken, right }) {
  const operator = operatorToken.getText();
  const other = others.get(operator);
  if (other !== undefined) return [[operatorToken.getStart(), operatorToken.end, other]];
  return (operators[operator] ?? []).map((other) => [
    left.getStart(),
    right.end,
    `((${left.getText()}) ${other} (${right.getText()}))`,
  ]);
}

/** @param {ts.CallExpression} node @returns {[number, number, string][]} */
function changesOfCall({ expression, end }) {
  if (!ts.isPropertyAccessExpression(expression)) return [];
  const { name, expression: subject } = expression;
  const other = others.get(name.text);
  if (other !== undefined) return [[name.getStart(), name.end, other]];
  return idleMethods.has(name.text) ? [[subject.end, end, '']] : [];
}

/** Patterns that differ in one piece: a class or an anchor turned, a repetition left out. */
function otherPatterns(/** @type {string} */ literal) {
  const last = literal.lastIndexOf('/');
  const flags = literal.slice(last + 1);
  const pattern = literal.slice(1, last);
  return [...pattern.matchAll(/\\[\s\S]|\[\^?|[+*^$]/g)].flatMap(({ 0: piece, index }) => {
    const other = otherPiece(piece);
    if (other === undefined) return [];
    const made = pattern.slice(0, index) + other + pattern.slice(index + piece.length);
    return made !== '' && isPattern(made, flags) ? [`/${made}/${flags}`] : [];
  });
}

/** @param {string} piece */
function otherPiece(piece) {
  if (piece === '[') return '[^';
  if (piece === '[^') return '[';
  if (!piece.startsWith('\\')) return '';
  if (!/[psdwb]/i.test(piece)) return undefined;
  return piece === piece.toLowerCase() ? piece.toUpperCase() : piece.toLowerCase();
}

/** @param {string} pattern @param {string} flags */
function isPattern(pattern, flags) {
  try {
    new RegExp(pattern, flags);
    return true;
  } catch {
    return false;
  }
}

/** Whether a literal names something: a property, a module, a kind of type. @param {ts.Node} node */
function isName(node) {
  const { parent } = node;
  return (
    (ts.isPropertyAssignment(parent) && parent.name === node) ||
    (ts.isPropertyDeclaration(parent) && parent.name === node) ||
    ts.isExternalModuleReference(parent) ||
    ts.isLiteralTypeNode(parent) ||
    (ts.isCallExpression(parent) && parent.expression.kind === SyntaxKind.ImportKeyword)
  );
}

/** Whether values are taken apart into it. @param {ts.Node} node */
function isTarget(node) {
  const { parent } = node;
  if (ts.isForOfStatement(parent)) return parent.initializer === node;
  return (
    ts.isBinaryExpression(parent) &&
    parent.left === node &&
    parent.operatorToken.kind === SyntaxKind.EqualsToken
  );
}

/** @param {ts.Expression} node */
function isCall(node) {
  const inner = ts.isAwaitExpression(node) || ts.isVoidExpression(node) ? node.expression : node;
  return ts.isCallExpression(inner) && inner.expression.kind !== SyntaxKind.SuperKeyword;
}

/** Whether a block may be emptied: not one whose absence makes a loop endless, nor one that is wrapped by `try`. @param {ts.Block} node */
function mayBeEmptied(node) {
  const { parent, statements } = node;
  if (statements.length === 0) return false;
  if (ts.isConstructorDeclaration(parent) || ts.isWhileStatement(parent)) return false;
  if (ts.isDoStatement(parent)) return false;
  // A single call is left out as a call.
  const [only, more] = statements;
  if (!more && only && ts.isExpressionStatement(only) && isCall(only.expression)) return false;
  return !ts.isTryStatement(parent) || parent.tryBlock !== node;
}
