import { headOf } from '@rlm/repl-types/internal';

import { proseOf, type CodeBlock, type FinalDetection } from '@rlm/termination';
import { looksLikeCode, tagsOf } from '@rlm/termination/internal';
import type { ReplLanguage } from '@rlm/repl-types';

import type { Notice } from '../run/notice.js';
import { bareCode, calledInText } from './bare-code.js';
import { hasInventedOutput } from './invented-output.js';
import { lineMiss } from './reply-notices.js';
import type { LanguageWords } from './words/fault.js';
import { wordsOf } from './words/shared.js';

/** A reply in which nothing runs. */
export interface UnrunReply {
  readonly text: string;
  /** Its text without blocks, thoughts and comments. */
  readonly prose: string;
  readonly unread: readonly CodeBlock[];
  readonly language: ReplLanguage;
  /** Names of the functions that the REPL has. */
  readonly functions: readonly string[];
  /** What ends the run in its prose: its argument may hold anything. */
  readonly final: FinalDetection | null;
}

/**
 * What of a reply was meant to run and did not, with what to write instead; null if nothing was. Of several such things the first is
 * told, in this order: a block that is not read, a call in the form of another harness, code without a fence.
 */
export function unrunCode(reply: UnrunReply): Notice | null {
  return unreadBlock(reply) ?? foreignCall(reply) ?? unfenced(reply);
}

const shells = /^(?:bash|sh|shell|zsh|console|terminal|cmd|powershell|ps1)$/;
const languages =
  /^(?:sql|\w+sql|sqlite|jq|awk|sed|perl|ruby|rb|php|lua|julia|go|rust|rs|java|kotlin|scala|swift|r|c|cpp|c\+\+|csharp|c#|haskell|elixir|clojure|matlab|vba?|dart|groovy|zig|ocaml|fsharp|f#|erlang|lisp|fortran|solidity|graphql|cypher|sparql|kql|(?:docker|make)file|cmake|terraform|hcl|nginx)$/;
const data = /^(?:json\w*|text|txt|plain(?:text)?|md|markdown|xml|output|log)$/;
/** Data that holds no call in the form of another harness. */
const documents =
  /^(?:html?|svg|s?css|csv|tsv|ya?ml|toml|ini|diff|latex|tex|math|mermaid|dot|regexp?)$/;
const final = /\b(FINAL(?:_VAR)?|SUBMIT)[ \t]*\(/;

/** Whether a block may be code that a person asked for: no REPL runs its language, and it finishes nothing. */
export function isForPeople({ tag, code }: CodeBlock): boolean {
  const [word = ''] = tag.split(/\s/);
  const isOther = [shells, languages, documents].some((names) => names.test(word));
  return isOther && !final.test(code);
}

function unreadBlock({ unread, language }: UnrunReply): Notice | null {
  const { name } = wordsOf[language];
  const other = wordsOf[language === 'python' ? 'javascript' : 'python'];
  const others = tagsOf(other.name);
  for (const { tag, code } of unread) {
    const [word = ''] = tag.split(/\s/);
    const called = final.exec(code)?.[1];
    if (called === undefined && (tag === '' || data.test(word) || documents.test(word))) continue;
    const isOther = others.includes(word) && !tagsOf(language).includes(word);
    const isCode =
      isOther ||
      shells.test(word) ||
      languages.test(word) ||
      called !== undefined ||
      looksLikeCode(code);
    if (!isCode) continue;
    const why = isOther
      ? `The REPL runs ${name}, not ${other.name}`
      : shells.test(word)
        ? `There is no shell: the REPL runs ${name}`
        : `The REPL runs ${name}, in blocks tagged \`repl\``;
    const ends = called === undefined ? '' : `, and its ${called} did nothing`;
    const what = tag === '' ? 'A block without a tag' : `The block tagged \`${headOf(tag, 40)}\``;
    return {
      code: 'code_not_run',
      message: `${what} did not run${ends}. ${why}. Write ${name} in a block tagged \`repl\`.`,
    };
  }
  return null;
}

/** How other harnesses have their models call tools and run code. */
const foreign: readonly RegExp[] = [
  /^[ \t]*<(?:\w{1,20}:)?(?:function_?calls?|invoke|start_function_call|tool_?calls?|tool_?use|tool_code|functions?|code_execution|python|javascript|repl|bash|shell|terminal|code|script|action|use_tool|tool|search|(?:execute|run|use|read|write|edit|open|create|list|find|search|web|query)(?:_\w{1,30})?)\b(?:[ \t=][^<>\n]{0,200})?>/im,
  /\[TOOL_CALLS?\]|<[|｜]DSML[|｜]|<[|｜](?:python_tag|START_ACTION|tool[_▁]calls?(?:[_▁]\w{1,20})?|function_call)[|｜]>|<\|(?:channel|recipient)\|>[ \t]*(?:commentary|functions|python)|\bto=(?:functions|python|container|browser)\b/,
  /^[ \t*_]*Action(?:[ \t]+Input|[ \t]+\d{1,3})?[*_]*:[*_]*(?:[ \t]*["'`]?[\w.-]+["'`]?[ \t]*(?:[[({].*)?$|\s*(?:`{3}|[[{]))|^[ \t*_]*Action[ \t]+Input[*_]*:|^[ \t*_]*Thought[^\n:]{0,9}:[^]{0,2000}?\n[ \t*_]*Action[^\n:]{0,9}:/m,
  /^[ \t]*(?:\[\s*)?\{[^{}]{0,200}"(?:name|tool|tool_name|tool_calls|action|function|function_call|recipient_name)"\s*:[^]{0,2000}"(?:arguments|args|parameters|params|input|action_input|tool_input|kwargs)"\s*:/m,
  /^\s*\{[^{}]{0,200}"(?:tool|tool_name|action)"\s*:[^]{0,2000}"(?:code|command|query)"\s*:\s*"/,
  /^\s*\{\s*"(?:code|command|cmd|script|python|javascript|bash)"\s*:\s*"(?:[^"\\]|\\[^])*"\s*\}\s*$/,
];

/** The notice about a call or code in the form of another harness. */
function foreignCall({ text, final, unread, language, functions }: UnrunReply): Notice | null {
  const [start, end] = final?.span ?? [text.length, text.length];
  const said = text.slice(0, start) + text.slice(end);
  const prose = proseOf(said);
  const isDocument = ({ tag }: CodeBlock): boolean => documents.test(tag.split(/\s/, 1)[0] ?? '');
  const read = unread.filter((block) => !isDocument(block));
  // Without documents the prose is all that is not in a block.
  const whole = read.length < unread.length ? [] : [said];
  const form = [...whole, prose, ...read.map(({ code }) => code)]
    .flatMap((part) => foreign.map((pattern) => pattern.exec(part.slice(0, readChars))?.[0]))
    .find((found) => found !== undefined);
  const isInvented = hasInventedOutput(prose);
  if (form === undefined && !isInvented) return null;
  const [head = ''] = (form ?? '').trim().split(/[\s{]/, 1);
  const what = head.length < 2 ? '' : ` (\`${headOf(head, 40)}\`)`;
  const results = isInvented ? ', and the results in your text are invented' : '';
  const { name } = wordsOf[language];
  const names = functions
    .slice(0, 8)
    .map((one) => `\`${one}\``)
    .join(', ');
  return {
    code: 'call_in_text',
    message: `Nothing ran${results}: there are no tools to call${what}. Write ${name} in a block tagged \`repl\`; its functions are ${names}.`,
  };
}

/** How much of a reply is searched for the forms of other harnesses, in characters. */
const readChars = 20_000;

/** The notice for a reply that is code without a fence, or calls a function in its text. */
function unfenced({ prose, language, functions, final }: UnrunReply): Notice | null {
  const missed = final === null ? lineMiss(prose) : null;
  if (missed !== null) return { code: 'final_near_miss', message: missed };
  const found = bareCode(prose);
  const ours = wordsOf[language];
  const other = found.find(
    (words) => words !== ours && (found.length === 1 || isOnly(words, prose)),
  );
  const put = `in one block tagged \`repl\``;
  if (found.length > 0) {
    const written = other === undefined ? '' : ` in ${other.name}`;
    const how = other === undefined ? `Put the code ${put}` : `Write it in ${ours.name}, ${put}`;
    return {
      code: 'code_unfenced',
      message: `That reply reads as code${written}, but it is in no block: nothing has run, and nothing in it is an answer. ${how}.`,
    };
  }
  const call = calledInText(prose, functions, final !== null);
  if (call === null) return null;
  return {
    code: 'code_not_run',
    message: `\`${call}\` in text does not run. Put the code ${put}.`,
  };
}

/** Whether code that both languages could read is of this one. */
function isOnly(words: LanguageWords, code: string): boolean {
  return words.own.test(code.replace(words.masked, '""'));
}
