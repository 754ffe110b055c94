import type { Token } from './tokens.js';

const declares = ['const', 'let', 'var'];
const controls = ['if', 'for', 'while', 'switch', 'catch', 'with'];
const opens = ['else', 'do', 'try', 'finally'];
const prefixes = [
  ...['return', 'throw', 'await', 'new', 'typeof', 'void', 'delete', 'yield', 'case', 'default'],
  ...['async', 'class', 'function', 'break', 'continue', 'get', 'set', 'static'],
];
const infixes = ['instanceof', 'extends'];
/** Of a loop's head alone: between words of a line they are a sentence's. */
const loopWords = ['in', 'of'];
const unary = /^(?:[-+!~*]|\+\+|--|\.\.\.|=>)$/;
const pairs: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** What may come next: a statement, an operand, what follows an operand, or (after a block) anything. */
type Expects = 'statement' | 'operand' | 'operator' | 'anything';

/**
 * Whether tokens are a program of JavaScript that holds a statement beside calls of FINAL. A local check:
 * operands with operators between them, brackets that match. Two words beside each other, as in a
 * sentence, cannot.
 */
export function isJavaScriptProgram(tokens: readonly Token[]): boolean {
  const open: { bracket: string; isControl: boolean; lead: readonly Token[] }[] = [];
  let expects: Expects = 'statement';
  let isStatement = false;
  let lead: readonly Token[] = [];
  let choices = 0;
  let previous = '';
  for (const [index, token] of tokens.entries()) {
    const { kind, text } = token;
    const inBlock = (open.at(-1)?.bracket ?? '{') === '{';
    if (expects === 'statement') lead = [];
    switch (kind) {
      case 'newline':
        if (previous === '.') return false;
        if (inBlock && (expects === 'operator' || expects === 'anything')) expects = 'statement';
        continue;
      case 'open':
        if (text === '{' && expects === 'operator' && !isHeaded(tokens, index)) return false;
        isStatement ||= isCallOf(lead, token, expects, inBlock);
        open.push({ bracket: text, isControl: controls.includes(previous), lead });
        expects = text === '{' ? 'statement' : 'operand';
        break;
      case 'close': {
        const closed = open.pop();
        if (closed === undefined || pairs[closed.bracket] !== text) return false;
        if (expects === 'operand' && !['(', '[', ','].includes(previous)) return false;
        expects = closed.isControl ? 'statement' : text === '}' ? 'anything' : 'operator';
        isStatement ||= closed.isControl;
        lead = closed.lead;
        break;
      }
      case 'operator':
        if (text === ';') {
          if (expects === 'operand' && previous !== '(' && previous !== ';') return false;
          expects = inBlock ? 'statement' : 'operand';
          choices = 0;
          break;
        }
        if (text === '?') choices++;
        if (text === ':' && open.length === 0 && choices-- === 0) return false;
        if (text === ':' && previous === 'default') break;
        if (/^(?:\+\+|--)$/.test(text) && expects === 'operator') break;
        if (expects !== 'operator' && expects !== 'anything' && !unary.test(text)) return false;
        isStatement ||= isAssignment(lead, text, inBlock);
        expects = 'operand';
        break;
      case 'word':
        if (previous === '.' || previous === '?.') expects = 'operator';
        else if (expects === 'operator' && isInfix(text, inBlock)) expects = 'operand';
        else if (expects === 'operator') return false;
        else if (declares.includes(text) || prefixes.includes(text)) expects = 'operand';
        else if (controls.includes(text) || opens.includes(text)) expects = 'statement';
        else expects = 'operator';
        isStatement ||= text === 'function' && tokens.slice(index + 1, index + 4).some(isParen);
        break;
      default:
        if (expects === 'operator') return false;
        expects = 'operator';
    }
    if (lead.length < leadTokens) lead = [...lead, token];
    previous = text;
  }
  return isStatement && open.length === 0 && expects !== 'operand';
}

/** How many tokens of a statement's beginning are looked at. */
const leadTokens = 12;

const isInfix = (text: string, inBlock: boolean): boolean =>
  infixes.includes(text) || (!inBlock && loopWords.includes(text));
const isParen = ({ text }: Token): boolean => text === '(';
const isName = ({ kind, text }: Token): boolean => kind === 'word' || text === '.';

const isTargetPart = ({ kind, text }: Token): boolean => kind !== 'operator' || text === '.';

/** Whether a `{` after `)` or a name can open a body: of a function, a class, a method. */
function isHeaded(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1];
  if (before?.text === ')') return true;
  return tokens.slice(Math.max(0, at - 4), at).some(({ text }) => text === 'class');
}

/** Whether a parenthesis makes a call `name.of.it(` of a statement's beginning that is no final. */
function isCallOf(
  lead: readonly Token[],
  paren: Token,
  expects: Expects,
  inBlock: boolean,
): boolean {
  const name = lead[0]?.text === 'await' ? lead.slice(1) : lead;
  const isFinal = /^(?:FINAL|FINAL_VAR|SUBMIT)$/.test(name[0]?.text ?? '');
  const isCalled = paren.text === '(' && !paren.spaced && expects === 'operator' && inBlock;
  return isCalled && name.length > 0 && name.every(isName) && !isFinal;
}

function isAssignment(lead: readonly Token[], operator: string, inBlock: boolean): boolean {
  const isEqual = /^(?:\*\*|&&|\|\||\?\?|>>>|<<|>>|[-+*/%&|^])?=$/.test(operator);
  const [first] = lead;
  const isTarget = first?.kind === 'word' && lead.every(isTargetPart);
  return isEqual && inBlock && (isTarget || declares.includes(first?.text ?? ''));
}
