import { isSentence } from './bare-code.js';
import { wordsOf } from './words/shared.js';

const { python, javascript } = wordsOf;

/** How much of a text is read, in characters. */
const readChars = 20_000;

const word =
  /(?<![\p{L}\p{N}_$]|(?<!\.\.)\.)([\p{ID_Start}_$][\p{ID_Continue}$]*)(?![\p{ID_Continue}$]|\s*:)/gu;
const call = /(?<![\p{L}\p{N}_$.])([\p{ID_Start}_$][\p{ID_Continue}$.]*)\(/gu;
const constants = /^(?:true|false|null|undefined|None|True|False|NaN|self|this|of|print|console)$/;

/** Code without its texts and comments. */
function masked(code: string): string {
  const without = (literal: string): string => (/^(?:#|\/[/*])/.test(literal) ? '' : '""');
  return code
    .slice(0, readChars)
    .replace(python.masked, without)
    .replace(javascript.masked, without);
}

/** Whether a call of a function by this name, with the object that has it, is one that every program may make. */
export function isBuiltin(name: string): boolean {
  const [first = '', ...members] = name.split('.');
  return [python, javascript].some(
    ({ functions, modules }) => functions.has(first) || (members.length > 0 && modules.has(first)),
  );
}

/** The names that code has set or used, outside of texts and comments, but for members, keys and the languages' own words. */
export function namesIn(code: string): readonly string[] {
  const isOwn = (name: string): boolean =>
    constants.test(name) ||
    [python, javascript].some(
      ({ keywords, functions, modules }) =>
        keywords.has(name) || functions.has(name) || modules.has(name),
    );
  return Array.from(masked(code).matchAll(word), ([, name = '']) => name).filter(
    (name) => !isOwn(name),
  );
}

/** Whether code calls a function that every program may call. */
export function callsBuiltin(code: string): boolean {
  return Array.from(masked(code).matchAll(call), ([, name = '']) => name).some(isBuiltin);
}

/** Whether code has words side by side, as a sentence has them and neither language. */
export function isWords(code: string): boolean {
  const text = masked(code);
  return [python, javascript].every(({ keywords }) => isSentence(text, keywords));
}

/** The names in what of a reply reads as code: lines that are statements, also in tags or in texts of JSON. */
export function namesInStatements(reply: string): readonly string[] {
  const text = reply.slice(0, readChars);
  const quoted = Array.from(text.matchAll(/"(?:\\.|[^"\\\n])*"/g), ([found]) => textOf(found));
  const lines = [text.replace(/<\/?[A-Za-z][^<>\n]{0,300}>/g, '\n'), ...quoted].flatMap((part) =>
    part.split('\n'),
  );
  return lines.flatMap((line) => (isStatement(line.trim()) ? namesIn(line) : []));
}

function isStatement(line: string): boolean {
  const text = masked(line).trimEnd();
  return [python, javascript].some(
    ({ statement, keywords }) => statement.test(text) && !isSentence(text, keywords),
  );
}

/** A text of JSON; empty if it is none. */
function textOf(json: string): string {
  try {
    return String(JSON.parse(json));
  } catch {
    return '';
  }
}
