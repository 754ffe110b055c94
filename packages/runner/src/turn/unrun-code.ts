import { headOf } from '@rlm/repl-types/internal';

import type { CodeBlock } from '@rlm/termination';
import { looksLikeCode, tagsOf } from '@rlm/termination/internal';
import type { ReplLanguage } from '@rlm/repl-types';

import type { Notice } from '../run/notice.js';
import { bareCode, calledInText } from './bare-code.js';
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
}

/**
 * What of a reply was meant to run and did not, with what to write instead; null if nothing was. Of several such things the first is
 * told, in this order: a block that is not read, a call in the form of another harness, code without a fence.
 */
export function unrunCode(reply: UnrunReply): Notice | null {
  return unreadBlock(reply) ?? foreignCall(reply) ?? unfenced(reply);
}

const shells = /^(?:bash|sh|shell|zsh|console|terminal|cmd|powershell|ps1)$/;
const data =
  /^(?:json\w*|text|txt|plain(?:text)?|md|markdown|csv|tsv|xml|html|ya?ml|toml|output|diff|log|latex|math)$/;
const final = /\b(FINAL(?:_VAR)?|SUBMIT)[ \t]*\(/;

function unreadBlock({ unread, language }: UnrunReply): Notice | null {
  const { name } = wordsOf[language];
  const other = wordsOf[language === 'python' ? 'javascript' : 'python'];
  const others = tagsOf(other.name);
  for (const { tag, code } of unread) {
    const [word = ''] = tag.split(/\s/);
    const called = final.exec(code)?.[1];
    if (called === undefined && (tag === '' || data.test(word))) continue;
    const isOther = others.includes(word) && !tagsOf(language).includes(word);
    const isCode = isOther || shells.test(word) || called !== undefined || looksLikeCode(code);
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

/** How other harnesses have their models call tools and run code, at the beginning of a line. */
const foreign: readonly RegExp[] = [
  /^[ \t]*<(?:antml:)?(?:function_calls?|invoke|tool_?calls?|tool_?use|tool_code|functions?|execute(?:_\w{1,30})?|run_code|code_execution|python|javascript|code|action|use_tool|tool)\b(?:[ \t=][^<>\n]{0,200})?>/im,
  /\[TOOL_CALLS?\]|<[|｜](?:python_tag|tool[_▁]calls?(?:[_▁]\w{1,20})?|function_call)[|｜]>|<\|(?:channel|recipient)\|>[ \t]*(?:commentary|functions|python)|\bto=(?:functions|python|container|browser)\b/,
  /^[ \t*_]*Action(?:[ \t]+Input)?[*_]*:/m,
  /^\s*(?:\[\s*)?\{[^{}]{0,200}"(?:name|tool|tool_name|tool_calls|action|function|function_call|recipient_name|command|code)"\s*:[^]{0,2000}(?:"(?:arguments|args|parameters|params|input|action_input|tool_input|kwargs)"\s*:|"(?:code|command)"\s*:\s*")/,
];
const invented =
  /^[ \t>*_#]*(?:REPL output[*_]*:|Observation[*_]*:|<(?:antml:)?(?:function_results?|tool_results?|tool_response|observation)\b)/im;

/** The notice about a call or code in the form of another harness. */
function foreignCall({ text, prose, unread, language, functions }: UnrunReply): Notice | null {
  const parts = [prose, ...unread.map(({ code }) => code)];
  const form = [text.slice(0, readChars), ...parts]
    .flatMap((part) => foreign.map((pattern) => pattern.exec(part)?.[0]))
    .find((found) => found !== undefined);
  const isInvented = invented.test(prose);
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
function unfenced({ prose, language, functions }: UnrunReply): Notice | null {
  const found = bareCode(prose);
  const { name } = wordsOf[language];
  const written = found === null || found.name === name ? '' : ` in ${found.name}`;
  const put = `in one block tagged \`repl\``;
  if (found !== null) {
    const how = written === '' ? `Put the code ${put}` : `Write it in ${name}, ${put}`;
    return {
      code: 'code_unfenced',
      message: `That reply reads as code${written}, but it is in no block: nothing has run, and nothing in it is an answer. ${how}.`,
    };
  }
  const call = calledInText(prose, functions);
  if (call === null) return null;
  return {
    code: 'code_not_run',
    message: `\`${call}\` in text does not run. Put the code ${put}.`,
  };
}
