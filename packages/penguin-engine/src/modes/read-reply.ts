import type { ActionCall } from '@rlm/kernel/internal';
import type { ModelReply } from '@rlm/kernel/model';

import { createBoundedWork, stepsOfText } from '@rlm/repl-types/internal';
import { proseOf } from '@rlm/termination/internal';

import { findJsonCalls } from '../actions/json-calls.js';
import { readActions } from '../actions/parse-actions.js';
import { withoutElements } from '../actions/strip-actions.js';
import type { Resolution } from '../actions/resolution.js';
import type { ActionDiagnostic, ParsedActions } from '../actions/types.js';
import { finishTools } from '../tools/finish-tools.js';
import { engineDefaults } from './options.js';
import { isTerminator, type EngineSetup } from './state.js';

/** What a reply asks for. */
export interface ReadReply {
  /** Text actions first, then native calls, each in their order. */
  readonly calls: readonly ActionCall[];
  readonly diagnostics: readonly ActionDiagnostic[];
  /** Whether the tags of known names are malformed; undefined if there is no such tag. */
  readonly malformed: boolean | undefined;
  /** Whether the mode's finish tool is named, and nothing is called. */
  readonly hasUnparsedFinish: boolean;
  /** The tools that the reply calls as JSON, if it is nothing but such calls. */
  readonly jsonCalls: readonly string[];
  /** Whether it has text for a person, beside its actions. */
  readonly speaks: boolean;
  /** Whether the reply ended at its length limit: it may hold only half of what was meant. */
  readonly isCutOff: boolean;
  /** Whether it was stopped because it was far too long, so that it cannot be continued. */
  readonly isTooLong: boolean;
  /** How many native calls were not read, because there were too many. */
  readonly unreadCalls: number;
  /** The native call whose arguments were cut off with it. */
  readonly cutCall: ActionCall | null;
}

const finishNames = finishTools.map(({ name }) => name);

/**
 * Reads what the model wrote in this step, and nothing else. `whole`: its text together with the
 * cut-off replies that it continues.
 */
export async function readReply(
  reply: ModelReply,
  whole: string,
  setup: EngineSetup,
  iteration: number,
): Promise<ReadReply> {
  const work = createBoundedWork();
  const profile = setup.options.profile ?? engineDefaults.profile;
  const read = await readActions(reply.text, { names: setup.tools.names, profile }, work);
  const { parsed, resolution } = read;
  const fromText = parsed.actions.map(({ name, params, span }, index): ActionCall =>
    Object.freeze({
      callId: `text_${iteration}_${index + 1}`,
      action: name,
      source: 'text',
      arguments: params,
      word: wordBefore(reply.text, span[0]),
    }),
  );
  const native = (reply.toolCalls ?? []).map((call, index): ActionCall =>
    Object.freeze({
      callId: call.id === '' ? `native_${iteration}_${index + 1}` : call.id,
      action: call.name,
      source: 'native',
      arguments: call.arguments,
      word: null,
    }),
  );
  const calls = [...fromText, ...native];
  const isCutOff = reply.finishReason === 'length';
  const jsonCalls =
    calls.length > 0 || isCutOff ? [] : findJsonCalls(whole, setup.tools.names, finishNames);
  work.spend(10 * stepsOfText(whole.length));
  await work.turn();
  const diagnostics = parsed.diagnostics.filter(
    ({ code, span }) =>
      code !== 'unparsed_finish' ||
      (jsonCalls.length === 0 && isOwnFinish(reply.text.slice(...span), calls, setup)),
  );
  return {
    calls,
    diagnostics,
    // Text that was cut off is not an answer: to the guard, it is a step that can still be
    // repaired.
    malformed:
      calls.length > 0
        ? false
        : isCutOff || jsonCalls.length > 0 || isMalformed(parsed) || knownClean(diagnostics),
    hasUnparsedFinish: diagnostics.some(({ code }) => code === 'unparsed_finish'),
    jsonCalls,
    speaks: jsonCalls.length === 0 && speaks(reply.text, resolution),
    isCutOff,
    isTooLong: reply.isTooLong === true,
    unreadCalls: reply.unreadCalls ?? 0,
    cutCall: isCutOff ? brokenCall(native.at(-1)) : null,
  };
}

/** A reply of more characters has text for a person: it is not read to the end to find some. */
const muchText = 200_000;

/** Whether a reply has text for a person, beside its elements. */
function speaks(text: string, elements: Resolution): boolean {
  const rest = withoutElements(text, elements);
  return rest.length > muchText || proseOf(rest, { keepBlocks: true }) !== '';
}

/** The word of a line `confirm <word>` right before an action. */
function wordBefore(text: string, start: number): string | null {
  const before = text.slice(Math.max(0, start - 60), start);
  return /\bconfirm\W{1,8}([a-z\d]{4,16})\W{0,16}$/i.exec(before)?.[1]?.toLowerCase() ?? null;
}

function isOwnFinish(name: string, calls: readonly ActionCall[], { mode }: EngineSetup): boolean {
  return calls.length === 0 && isTerminator(mode, name);
}

/**
 * False for a reply whose known tags are all quoted; undefined if it has none, so that nothing is
 * known.
 */
function knownClean(diagnostics: readonly ActionDiagnostic[]): false | undefined {
  return diagnostics.some(({ code }) => code === 'quoted_tag') ? false : undefined;
}

/** The call, if its arguments are unfinished JSON text, else null. */
function brokenCall(call: ActionCall | undefined): ActionCall | null {
  if (typeof call?.arguments !== 'string' || call.arguments.trim() === '') return null;
  try {
    JSON.parse(call.arguments);
    return null;
  } catch {
    return call;
  }
}

/**
 * Whether a reply tried to act and failed: no action was read, and something in it is broken. A
 * quotation or a mention is not broken.
 */
export function isMalformed({ actions, diagnostics }: ParsedActions): boolean {
  if (actions.length > 0) return false;
  return diagnostics.some(({ code }) => code !== 'quoted_tag' && code !== 'unparsed_finish');
}
