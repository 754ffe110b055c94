import { isExpression, type ExpressionWords } from './expression.js';
import type { Token } from './tokens.js';

const words: ExpressionWords = {
  prefix: ['not', 'lambda', 'await', 'yield'],
  infix: ['and', 'or', 'in', 'is', 'not', 'if', 'else', 'for', 'async', 'as', 'from'],
};
const bare = ['else', 'try', 'finally'];
const heads = ['if', 'elif', 'for', 'while', 'with', 'except', 'def', 'class'];
const simple = ['return', 'raise', 'assert', 'del', 'global', 'nonlocal', 'yield'];
const empty = ['pass', 'break', 'continue'];
const types = /^(?:int|float|str|bool|bytes|list|dict|set|tuple|Any|Optional|List|Dict|Tuple|Set)$/;

/** What a line of Python is: `statement` if it can hardly be prose, else `maybe`; null for no code. */
type Reading = 'statement' | 'maybe' | null;

/** Whether tokens are a program of Python that holds a statement beside calls of FINAL. */
export function isPythonProgram(tokens: readonly Token[]): boolean {
  let isStatement = false;
  let indentAbove: number | null = null;
  for (const line of logicalLines(tokens)) {
    const indent = line[0]?.column ?? 0;
    // The block that a head announces is indented deeper.
    if (indentAbove !== null && indent <= indentAbove) return false;
    const { reading, opensBlock } = readLine(line);
    if (reading === null) return false;
    isStatement ||= reading === 'statement';
    indentAbove = opensBlock ? indent : null;
  }
  return isStatement && indentAbove === null;
}

/** Lines outside of brackets, without empty ones. */
function logicalLines(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const lines: Token[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (token.kind === 'newline' && depth <= 0) lines.push([]);
    else if (token.kind !== 'newline') lines.at(-1)?.push(token);
    if (token.kind === 'open') depth++;
    if (token.kind === 'close') depth--;
  }
  return lines.filter((line) => line.length > 0);
}

function readLine(line: readonly Token[]): { reading: Reading; opensBlock: boolean } {
  const start = line[0]?.text === 'async' ? 1 : 0;
  const keyword = line[start]?.text ?? '';
  if (![...bare, ...heads].includes(keyword)) {
    return { reading: readStatements(line), opensBlock: false };
  }
  const colon = findOutside(line, ({ text }) => text === ':');
  const head = line.slice(start + 1, Math.max(colon, 0));
  const body = line.slice(colon + 1);
  const isHead = colon !== -1 && readHead(keyword, head);
  const isBody = body.length === 0 || readStatements(body) !== null;
  return { reading: isHead && isBody ? 'statement' : null, opensBlock: body.length === 0 };
}

function readHead(keyword: string, head: readonly Token[]): boolean {
  if (bare.includes(keyword)) return head.length === 0;
  if (keyword === 'except' && head.length === 0) return true;
  if (keyword === 'for' && !head.some(({ text }) => text === 'in')) return false;
  if (keyword === 'def') return head[0]?.kind === 'word' && head[1]?.text === '(';
  return isExpression(head, words);
}

function readStatements(line: readonly Token[]): Reading {
  const parts = splitOutside(line, ({ text }) => text === ';');
  const last = parts.at(-1)?.length === 0 ? parts.slice(0, -1) : parts;
  const readings = last.map(readStatement);
  if (readings.length === 0 || readings.includes(null)) return null;
  return readings.includes('statement') ? 'statement' : 'maybe';
}

function readStatement(tokens: readonly Token[]): Reading {
  const [first, second] = tokens;
  const keyword = first?.text ?? '';
  if (empty.includes(keyword)) return tokens.length === 1 ? 'maybe' : null;
  if (keyword === 'import' || keyword === 'from') return readImport(tokens);
  if (simple.includes(keyword)) {
    const rest = tokens.slice(1);
    return rest.length === 0 || isExpression(rest, words) ? 'maybe' : null;
  }
  if (keyword === '@') return isExpression(tokens.slice(1), words) ? 'maybe' : null;
  if (second?.text === ':' && types.test(tokens[2]?.text ?? '')) {
    const equals = findOutside(tokens, ({ text }) => text === '=');
    return equals > 2 ? readAssignment([...tokens.slice(0, 1), ...tokens.slice(equals)]) : null;
  }
  return readAssignment(tokens);
}

function readImport(tokens: readonly Token[]): Reading {
  const names = tokens.filter(({ kind }) => kind === 'word').map(({ text }) => text);
  const isPlain = tokens.every(({ kind, text }) => kind === 'word' || /^[.,*()]$/.test(text));
  const glued = tokens.findIndex(({ kind }, index) => {
    const next = tokens[index + 1];
    const isPair = kind === 'word' && next?.kind === 'word';
    return isPair && ![tokens[index]?.text, next.text].some((text) => text && isLink(text));
  });
  const hasImport = names[0] === 'import' ? names.length > 1 : names.slice(1).includes('import');
  return isPlain && hasImport && glued === -1 ? 'statement' : null;
}

const isLink = (text: string): boolean => ['import', 'from', 'as'].includes(text);

const assigns = /^(?:\*\*|\/\/|<<|>>|[-+*/%@&|^])?=$/;

/** `target = value`, also chained or augmented; a call on its own; else an expression. */
function readAssignment(tokens: readonly Token[]): Reading {
  const parts = splitOutside(tokens, ({ kind, text }) => kind === 'operator' && assigns.test(text));
  const value = parts.pop() ?? [];
  if (!isExpression(value, words) || !parts.every(isTargetList)) return null;
  return parts.length > 0 || isCall(value) ? 'statement' : 'maybe';
}

function isTargetList(tokens: readonly Token[]): boolean {
  const computed = findOutside(
    tokens,
    ({ kind, text }) => kind === 'operator' && !/^[.,*]$/.test(text),
  );
  const last = tokens.at(-1);
  const isName = last?.kind === 'word' || last?.text === ']' || last?.text === ')';
  return computed === -1 && isName && isExpression(tokens, words);
}

/** Whether an expression is a call `name.of.it(...)` that is not one of the finals. */
function isCall(tokens: readonly Token[]): boolean {
  const called = tokens[0]?.text === 'await' ? tokens.slice(1) : tokens;
  const paren = called.findIndex(({ kind }) => kind === 'open');
  const name = called.slice(0, Math.max(paren, 0));
  const isName = name.length > 0 && name.every(({ kind, text }) => kind === 'word' || text === '.');
  const isFinal = /^(?:FINAL|FINAL_VAR|SUBMIT)$/.test(name[0]?.text ?? '');
  return isName && !isFinal && called[paren]?.spaced === false && called.at(-1)?.text === ')';
}

/** The tokens between those outside of brackets that part them: one list more than there are such. */
function splitOutside(tokens: readonly Token[], parts: (token: Token) => boolean): Token[][] {
  const lists: Token[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (token.kind === 'open') depth++;
    if (token.kind === 'close') depth--;
    if (depth === 0 && parts(token)) lists.push([]);
    else lists.at(-1)?.push(token);
  }
  return lists;
}

/** The index of the first token outside of brackets that is sought, or -1. */
function findOutside(tokens: readonly Token[], isSought: (token: Token) => boolean): number {
  const [before = []] = splitOutside(tokens, isSought);
  return before.length === tokens.length ? -1 : before.length;
}
