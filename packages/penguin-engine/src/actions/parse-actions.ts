import { required, text as anyText } from '@rlm/repl-types/options';
import { type BoundedWork, checkOption, refuseOption } from '@rlm/repl-types/internal';
import { thoughtSpans } from '@rlm/termination/internal';

import { readBody } from './body.js';
import { resolveCompat } from './resolve-compat.js';
import { resolveStrict } from './resolve-strict.js';
import { checkParseOptions } from './option-rules.js';
import type { ActionElement, Resolution } from './resolution.js';
import { createTokenizer } from './tokenizer.js';
import type { Token } from './tokens.js';
import { describeTag } from './describe-tag.js';
import type {
  ActionDiagnostic,
  ActionProfile,
  ParseActionsOptions,
  ParsedAction,
  ParsedActions,
} from './types.js';
import { findUnparsedFinish } from './unparsed-finish.js';
import { createVocabulary, type Vocabulary } from './vocabulary.js';

/** Old names that Penguin reads as newer ones. */
const aliases: ReadonlyMap<string, string> = new Map([
  ['enhanced_read', 'read_file'],
  ['enhanced_write', 'write_file'],
  ['apply_diff', 'patch_file'],
  ['edit_with_pattern', 'patch_file'],
  ['replace_lines', 'patch_file'],
  ['insert_lines', 'patch_file'],
  ['delete_lines', 'patch_file'],
  ['multiedit', 'patch_files'],
]);

/** The newer name of an action, if `compat` knows one. */
function aliasOf(name: string): string | undefined {
  return aliases.get(name);
}

/** Reads actions from a text that arrives in pieces. */
export interface ActionParser {
  /** Takes the next piece. */
  push(chunk: string): void;
  /** Ends the text. However it was split into pieces, its actions are the same. */
  end(): ParsedActions;
}

/**
 * Finds the actions that a reply asks for: `<name>body</name>` with a registered name.
 *
 * Blanks before `>` are allowed, `<name/>` has an empty body, and a body is taken verbatim, except
 * that one line break at each end is dropped and a body that is one CDATA section is unwrapped. What
 * looks like an action but is not run is reported in `diagnostics`. The first 10,000 tags and marks
 * are read, in time linear in the length of the text. A value that is not text has no actions.
 * Throws `InvalidOptionError` for a wrong option.
 *
 * @example
 * parseActions('<search>def main</search>', { names: ['search'] }).actions[0]?.params; // 'def main'
 */
export function parseActions(text: string | null, options: ParseActionsOptions): ParsedActions {
  // A reply without text has null.
  if (text !== null) checkOption('text', text, required(anyText), refuseOption);
  const parser = createActionParser(options);
  if (text !== null) parser.push(text);
  return parser.end();
}

/** {@link parseActions} for a text that arrives in pieces. */
export function createActionParser(options: ParseActionsOptions): ActionParser {
  checkParseOptions(options);
  const profile = options.profile ?? 'strict';
  const vocabulary = createVocabulary(options.names);
  const tokenizer = createTokenizer(vocabulary);
  const chunks: string[] = [];
  return {
    push(chunk) {
      chunks.push(chunk);
      tokenizer.push(chunk);
    },
    end() {
      const text = chunks.join('');
      const tokens = tokenizer.end();
      const resolution = withoutThoughts(resolve(tokens, text, profile), text, profile);
      return toActions(text, resolution, profile, vocabulary, tokenizer.cutAt());
    },
  };
}

/** The actions of a reply, and its elements before they became actions. */
export interface ReadActions {
  readonly parsed: ParsedActions;
  readonly resolution: Resolution;
}

/** How many characters are read at once. */
const pieceChars = 50_000;

/** How many characters are read in a step of work. */
const charsPerStep = 5;

/** Reads the actions of a reply as {@link parseActions} does, and lets go of the thread while it reads a long one. */
export async function readActions(
  text: string,
  options: ParseActionsOptions,
  work: BoundedWork,
): Promise<ReadActions> {
  const profile = options.profile ?? 'strict';
  const vocabulary = createVocabulary(options.names);
  const tokenizer = createTokenizer(vocabulary);
  for await (const piece of work.eachInTurns(piecesOf(text), stepsOf)) tokenizer.push(piece);
  await work.turn();
  const resolution = resolve(tokenizer.end(), text, profile);
  work.spend(stepsOf(text));
  await work.turn();
  const own = withoutThoughts(resolution, text, profile);
  work.spend(stepsOf(text));
  await work.turn();
  return { resolution, parsed: toActions(text, own, profile, vocabulary, tokenizer.cutAt()) };
}

function* piecesOf(text: string): Iterable<string> {
  for (let from = 0; from < text.length; from += pieceChars) {
    yield text.slice(from, from + pieceChars);
  }
}

function stepsOf({ length }: string): number {
  return Math.ceil(length / charsPerStep);
}

function resolve(tokens: readonly Token[], text: string, profile: ActionProfile): Resolution {
  return profile === 'strict' ? resolveStrict(tokens, text) : resolveCompat(tokens);
}

/** A resolution whose elements in thoughts that are marked by tokens, such as `[THINK]`, are quoted, as those in `<think>` are. */
function withoutThoughts(resolution: Resolution, text: string, profile: ActionProfile): Resolution {
  const needsNone = profile === 'compat' || resolution.elements.length === 0;
  const thoughts = needsNone ? [] : thoughtSpans(text);
  if (thoughts.length === 0) return resolution;
  const elements: ActionElement[] = [];
  const diagnostics = [...resolution.diagnostics];
  let next = 0;
  let lastEnd = 0;
  for (const element of resolution.elements) {
    const { name, span } = element;
    // A mark in the body of an action is part of it.
    const isPast = ([start, end]: readonly [number, number]): boolean =>
      end <= span[0] || start < lastEnd;
    for (let each = thoughts[next]; each !== undefined && isPast(each); each = thoughts[next]) {
      next += 1;
    }
    if ((thoughts[next]?.[0] ?? Infinity) < span[0]) {
      diagnostics.push({ code: 'quoted_tag', span, message: describeTag('quoted_tag', name) });
    } else {
      elements.push(element);
      lastEnd = span[1];
    }
  }
  return { ...resolution, elements, diagnostics };
}

/** The elements of a text before they become actions. */
export function resolveActions(text: string, options: ParseActionsOptions): Resolution {
  const tokenizer = createTokenizer(createVocabulary(options.names));
  tokenizer.push(text);
  return resolve(tokenizer.end(), text, options.profile ?? 'strict');
}

function toActions(
  text: string,
  { elements, diagnostics }: Resolution,
  profile: ActionProfile,
  { names }: Vocabulary,
  cutAt: number | undefined,
): ParsedActions {
  const actions = elements.map((element) => toAction(text, element, profile, names));
  const finish = findUnparsedFinish(text, names, actions, diagnostics);
  const more = [finish, cutAt === undefined ? null : tooManyTags(cutAt, text.length)];
  return Object.freeze({
    actions: Object.freeze(actions),
    diagnostics: Object.freeze([...diagnostics, ...more.filter((each) => each !== null)]),
  });
}

function tooManyTags(start: number, end: number): ActionDiagnostic {
  return { code: 'too_many_tags', span: [start, end], message: describeTag('too_many_tags', '') };
}

function toAction(
  text: string,
  { name, span, body }: ActionElement,
  profile: ActionProfile,
  names: ReadonlySet<string>,
): ParsedAction {
  const params = readBody(text.slice(...body), profile);
  const alias = profile === 'compat' ? aliasOf(name) : undefined;
  if (alias === undefined || !names.has(alias)) return Object.freeze({ name, params, span });
  return Object.freeze({ name: alias, params, span, rawName: name });
}
