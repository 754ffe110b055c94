import type { Turn } from '../shapes/policy.js';
import { keepKeys } from './find-cycle.js';
import { callsIdentity, resultText, resultsIdentity } from './identity.js';
import type { GuardSettings } from './options.js';
import { replyForm, type ReplyForm } from './reply-form.js';

/** What the guard remembers of the turns so far: frozen data, of bounded size. */
export interface GuardState {
  /** The full texts and actions of the last turns, as many as the longest cycle needs. */
  readonly keys: readonly string[];
  /** The text and the calls of the last turn. */
  readonly call: string;
  /** Consecutive turns with the same text and calls, including the last one. */
  readonly calls: number;
  /** Empty or trivial turns in a row. */
  readonly trivial: number;
  /** Malformed turns in a row. */
  readonly malformed: number;
  /** The texts of the latest results. */
  readonly results: readonly string[];
  /** Whether the model has had its corrective note. */
  readonly noted: boolean;
}

/** The last turn, as the rules read it. */
export interface SeenTurn {
  /** The reply, trimmed, with each run of blanks reduced to one; empty for a placeholder. */
  readonly reply: string;
  /** The form of a reply without results. */
  readonly form: ReplyForm | 'empty' | 'acted';
  /** The texts of this turn's results and of the latest ones before it. */
  readonly results: readonly string[];
  readonly mode: Turn['mode'];
  /** Whether the model's reply held a call that was not taken for its own. */
  readonly echoed: boolean;
}

/** The state before the first turn. */
export const initialGuardState: GuardState = {
  keys: [],
  call: '',
  calls: 0,
  trivial: 0,
  malformed: 0,
  results: [],
  noted: false,
};

/** Reads a turn, and adds it to the state. Pure: the same turns give the same state. */
export function seeTurn(
  state: GuardState,
  turn: Turn,
  { emptyReplies, minLength, repeats, maxPeriod }: GuardSettings,
): { readonly state: GuardState; readonly seen: SeenTurn } {
  const { results, mode, malformed, echoed = false } = turn;
  const text = plain(turn.reply);
  const reply = emptyReplies.includes(text) ? '' : text;
  const texts = results.map((each) => plain(resultText(each)));
  const acted = results.length > 0;
  const form = acted ? 'acted' : reply === '' ? 'empty' : formOf(turn.reply, malformed);
  const seen: SeenTurn = { reply, form, results: [...texts, ...state.results], mode, echoed };
  if (form === 'malformed') return { state: { ...state, malformed: state.malformed + 1 }, seen };
  const call = reply + callsIdentity(results);
  return {
    seen,
    state: {
      ...state,
      keys: keepKeys(state.keys, reply + resultsIdentity(results), repeats, maxPeriod),
      call,
      calls: acted && call === state.call ? state.calls + 1 : 1,
      trivial: !acted && isShorter(reply, minLength) ? state.trivial + 1 : 0,
      malformed: 0,
      results: acted ? texts : state.results,
    },
  };
}

/** A text of more characters is compared as it is, but for the blanks around it, and its form is that of its beginning. */
const longText = 200_000;

function plain(text: string | null): string {
  if (text === null) return '';
  return (text.length > longText ? text : text.replace(/\s+/g, ' ')).trim();
}

function formOf(reply: string, malformed: boolean | undefined): ReplyForm {
  // The dots say that a tag at the end of the beginning does not break off.
  const read = reply.length > longText ? `${reply.slice(0, longText)} ...` : reply;
  const form = malformed === true ? 'malformed' : replyForm(read);
  return form === 'malformed' && malformed === false ? 'text' : form;
}

/** Whether a text has fewer code points than a limit. Reads no more of it than necessary. */
function isShorter(text: string, limit: number): boolean {
  return Array.from(text.slice(0, limit * 2)).length < limit;
}
