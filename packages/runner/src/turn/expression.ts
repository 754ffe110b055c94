/** A part of an expression: a name, a literal or what is in brackets, with its members, indexes and calls. */
export interface Operand {
  readonly kind: 'name' | 'text' | 'template' | 'number' | 'constant' | '(' | '[' | '{';
  /** The text before the members, indexes and calls. */
  readonly source: string;
  /** The name with its members, up to its first index or call: `json.dumps`; else empty. */
  readonly name: string;
  /** Whether a call follows that name at once. */
  readonly isCall: boolean;
  /** Whether anything follows the source: a member, an index, a call. */
  readonly isChain: boolean;
  readonly isAwaited: boolean;
}

/** An expression, and how its operands are joined. */
export interface Expression {
  readonly operands: readonly Operand[];
  /** Whether its operands are joined as words are: "city-state", "and/or", "this and that". */
  readonly isCompound: boolean;
}

/** The longest text that is read as an expression, in characters. */
const maxChars = 20_000;

const literal = `(?:"""[^]*?"""|'''[^]*?'''|"(?:[^"\\\\\\n]|\\\\[^])*"|'(?:[^'\\\\\\n]|\\\\[^])*')`;
const text = new RegExp(`[rRbBuU]{0,2}${literal}`, 'y');
const formatted = new RegExp(`(?:[rR]?[fF]|[fF][rR])${literal}`, 'y');
const template = /`(?:[^`\\]|\\[^])*`/y;
const number = /\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?n?(?![\p{L}\d_.])/uy;
const name = /[\p{ID_Start}_$][\p{ID_Continue}$]*/uy;
const member = /(?:\?\.|!?\.)(?=[\p{ID_Start}_$])/uy;
const prefix = /(?:await|not|typeof|new|void)\b\s*|[!~*]{1,2}(?!=)\s*|[-+](?![-+=\s])\s*/y;
const operator =
  /\s*(?:\*\*|\/\/|===?|!==?|<=|>=|&&|\|\||\?\?|[-+*/%<>,?:|&])\s*|\s+(?:if|else|and|or|in|instanceof)\s+/y;
const constants = /^(?:true|false|null|undefined|None|True|False|NaN)$/;
const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** What a sticky pattern matches at an index; empty if it does not match. */
function take(pattern: RegExp, source: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(source)?.[0] ?? '';
}

/** The index after the bracket that closes the one at `at`; -1 if it is not closed. Brackets in strings do not count. */
function closeOf(source: string, at: number): number {
  const open: string[] = [];
  for (let index = at; index < source.length;) {
    const quoted = take(text, source, index) || take(template, source, index);
    const character = source.charAt(index);
    index += quoted.length || 1;
    if (quoted !== '') continue;
    const close = closing[character];
    if (close !== undefined) open.push(close);
    else if (')]}'.includes(character)) {
      if (open.pop() !== character) return -1;
      if (open.length === 0) return index;
    }
  }
  return -1;
}

/** Reads a whole text as an expression of Python or JavaScript, by its form; null if it is none. Linear. */
export function readExpression(given: string): Expression | null {
  const source = given.trim().replace(/\s*;$/, '');
  if (source.length > maxChars) return null;
  const operands: Operand[] = [];
  let isCompound = true;
  let choices = 0;
  for (let at = 0; ;) {
    let isAwaited = false;
    for (let before = take(prefix, source, at); before !== ''; before = take(prefix, source, at)) {
      isAwaited ||= before.startsWith('await');
      at += before.length;
    }
    const found = operandAt(source, at, isAwaited);
    if (found === null) return null;
    operands.push(found.operand);
    at = found.end;
    if (at === source.length) return { operands, isCompound: isCompound && operands.length > 1 };
    const joint = take(operator, source, at);
    choices += Number(joint.trim() === '?') - Number(joint.trim() === ':');
    // A colon without a question before it is no code: "total: 5".
    if (joint === '' || choices < 0) return null;
    isCompound &&= /^(?:[-/]|\s+(?:and|or|in)\s+)$/.test(joint);
    at += joint.length;
  }
}

function operandAt(
  source: string,
  start: number,
  isAwaited: boolean,
): { readonly operand: Operand; readonly end: number } | null {
  const begin = primaryAt(source, start);
  if (begin === null) return null;
  const { kind, end: after } = begin;
  let dotted = kind === 'name' ? source.slice(start, after) : '';
  let isCall: boolean | undefined;
  let at = after;
  for (;;) {
    const dot = take(member, source, at);
    const bracket = source.charAt(at);
    // A bracket after a number or a text is a reference: "4.2(a)", "so he says"[1].
    const mayFollow = at > after || (kind !== 'number' && kind !== 'text');
    if (dot !== '') {
      const next = take(name, source, at + dot.length);
      if (isCall === undefined && dotted !== '') dotted += `.${next}`;
      at += dot.length + next.length;
    } else if ((bracket === '(' || bracket === '[') && mayFollow) {
      isCall ??= bracket === '(';
      const end = closeOf(source, at);
      if (end === -1) return null;
      at = end;
    } else break;
  }
  const operand = {
    kind,
    source: source.slice(start, after),
    name: dotted,
    isCall: isCall === true,
    isChain: at > after,
    isAwaited,
  };
  return { operand, end: at };
}

function primaryAt(
  source: string,
  at: number,
): { readonly kind: Operand['kind']; readonly end: number } | null {
  const bracket = source.charAt(at);
  if (bracket === '(' || bracket === '[' || bracket === '{') {
    const end = closeOf(source, at);
    return end === -1 ? null : { kind: bracket, end };
  }
  const forms = [
    ['template', formatted],
    ['template', template],
    ['text', text],
    ['number', number],
    ['name', name],
  ] as const;
  for (const [kind, pattern] of forms) {
    const found = take(pattern, source, at);
    if (found === '') continue;
    const isConstant = kind === 'name' && constants.test(found);
    // A template without a value is a text.
    const isText = found.startsWith('`') && !found.includes('${');
    return { kind: isConstant ? 'constant' : isText ? 'text' : kind, end: at + found.length };
  }
  return null;
}
