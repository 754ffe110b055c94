import { callsBuiltin, isBuiltin, isWords, namesIn } from './code-names.js';
import { readExpression, type Operand } from './expression.js';

/** The names that an argument may mean. */
export interface KnownNames {
  /** Variables of the REPL, and contexts. */
  readonly variables: ReadonlySet<string>;
  /** Functions of the REPL. */
  readonly functions: ReadonlySet<string>;
  /** Names that code has set or used which was not run. */
  readonly unrun: ReadonlySet<string>;
}

/** Why the argument of a final in prose only proposes an answer. */
export type Meant =
  /** Words of our prompt in place of an answer. */
  | 'placeholder'
  /** One word, which is the name of a variable. */
  | 'variable'
  /** One word, which is the name of a function. */
  | 'function'
  /** One word, which is a name of code that was not run. */
  | 'unrun'
  /** Code, whose value is meant. */
  | 'expression';

const placeholder =
  /^[<[{]{0,2}\s*(?:(?:the |your |my )?(?:final )?(?:answer|value|result)(?: itself| here)?|\.{3,}|…)\s*[>\]}]{0,2}$/i;

/** The plural in brackets, as in "set(s)". */
const plural = /^\w+\((?:e?s|ren)\)$/;

/** A name for the answer before it, as code may give it: `answer=len(pairs)`. */
const keyword = /^(?:final_)?(?:answer|value|result)\s*=(?!=)\s*/;

/** A value within a text, as a template has it. */
const hole = /(?<![\p{L}\p{N}_^\\}])\$?\{([^{}]{1,200})\}/gu;

/**
 * What the argument of a FINAL in prose means if that is not what it says; null if it is an answer. All that is valid JSON is an
 * answer, and so is a quoted text.
 */
export function meantBy(argument: string, known: KnownNames): Meant | null {
  const text = argument.trim();
  if (known.variables.has(text)) return 'variable';
  if (known.functions.has(text)) return 'function';
  if (known.unrun.has(text)) return 'unrun';
  if (placeholder.test(text)) return 'placeholder';
  if (isJson(text) || plural.test(text)) return null;
  return isExpression(text.replace(keyword, ''), known) ? 'expression' : null;
}

function isExpression(text: string, known: KnownNames): boolean {
  const { operands: [first, ...others] = [] } = readExpression(text) ?? {};
  if (first?.kind === 'text' && !first.isChain && others.length === 0) return false;
  return (
    isMeant(text, known) === true ||
    [...text.matchAll(hole)].some(([, value = '']) => isMeant(value, known) === true)
  );
}

/** Whether a text is code whose value is meant: its names are those of the run. Undefined for literals, which say nothing. */
function isMeant(text: string, known: KnownNames): boolean | undefined {
  const expression = readExpression(text);
  if (expression === null) return false;
  const { operands, isCompound } = expression;
  const isWord = ({ kind, isChain }: Operand): boolean => kind === 'name' && !isChain;
  if (isCompound && operands.every(isWord)) return false;
  const meant = operands.map((operand) => isValueMeant(operand, known));
  if (meant.includes(false)) return false;
  return meant.includes(true) ? true : undefined;
}

function isValueMeant(operand: Operand, known: KnownNames): boolean | undefined {
  const { kind, source, name, isCall, isChain, isAwaited } = operand;
  switch (kind) {
    case 'template':
      return true;
    case 'number':
    case 'constant':
      return undefined;
    case 'text':
      return isChain ? true : undefined;
    case 'name': {
      const [first = ''] = name.split('.', 1);
      return isAwaited || isKnown(first, known) || (isCall && isBuiltin(name));
    }
    case '(':
      return isMeant(source.slice(1, -1), known);
    case '[':
    case '{':
      if (isWords(source)) return false;
      return holdsNames(source, known) ? true : undefined;
  }
}

const template = /`[^`]*\$\{|(?<![\p{L}\p{N}_])[rR]?[fF](["'])(?:(?!\1).)*\{/u;

/** Whether a literal has a name of the run in it. */
function holdsNames(literal: string, known: KnownNames): boolean {
  return (
    template.test(literal) ||
    namesIn(literal).some((name) => isKnown(name, known)) ||
    callsBuiltin(literal)
  );
}

function isKnown(name: string, { variables, functions, unrun }: KnownNames): boolean {
  return variables.has(name) || functions.has(name) || unrun.has(name);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
