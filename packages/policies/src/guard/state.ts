import { isShorter } from '../define/is-shorter.js';
import type { Turn } from '../shapes.js';
import { keepKeys } from './find-cycle.js';
import { callsIdentity, resultText, resultsIdentity } from './identity.js';
import type { GuardSettings } from './options.js';
import { replyForm, type ReplyForm } from './reply-form.js';

/** What the guard knows of the turns so far: frozen data, of bounded size. */
export interface GuardState {
  /** What the last turns said and did, whole; as many as the longest cycle needs. */
  readonly keys: readonly string[];
  /** What the last turn said and called. */
  readonly call: string;
  /** Turns in a row that said and called the same, the last one included. */
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
  /** The reply without blanks at its ends, each run of blanks one; empty for a placeholder. */
  readonly reply: string;
  /** What the reply is, when it came without results. */
  readonly form: ReplyForm | 'empty' | 'acted';
  /** The texts of this turn's results and of the latest ones before it. */
  readonly results: readonly string[];
  readonly mode: Turn['mode'];
}

/** The state before the first turn. */
export const initialGuardState: GuardState = Object.freeze({
  keys: [],
  call: '',
  calls: 0,
  trivial: 0,
  malformed: 0,
  results: [],
  noted: false,
});

/** Reads a turn, and adds it to the state. Pure: the same turns give the same state. */
export function seeTurn(
  state: GuardState,
  turn: Turn,
  settings: GuardSettings,
): { readonly state: GuardState; readonly seen: SeenTurn } {
  const reply = readReply(turn.reply, settings);
  const form = formOf(turn, reply);
  const texts = turn.results.map((each) => plain(resultText(each)));
  const seen = { reply, form, results: [...texts, ...state.results], mode: turn.mode };
  if (form === 'malformed') return { state: { ...state, malformed: state.malformed + 1 }, seen };
  const call = JSON.stringify([reply, callsIdentity(turn.results)]);
  const key = JSON.stringify([reply, resultsIdentity(turn.results)]);
  const trivial = form !== 'acted' && isShorter(reply, settings.minLength);
  return {
    seen,
    state: {
      ...state,
      keys: keepKeys(state.keys, key, settings.repeats, settings.maxPeriod),
      call,
      calls: form === 'acted' && call === state.call ? state.calls + 1 : 1,
      trivial: trivial ? state.trivial + 1 : 0,
      malformed: 0,
      results: texts.length > 0 ? texts : state.results,
    },
  };
}

function readReply(reply: string | null, settings: GuardSettings): string {
  const text = plain(reply ?? '');
  return settings.emptyReplies.includes(text) ? '' : text;
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function formOf(turn: Turn, reply: string): SeenTurn['form'] {
  if (turn.results.length > 0) return 'acted';
  if (turn.malformed !== undefined && turn.malformed) return 'malformed';
  if (reply === '') return 'empty';
  const form = replyForm(turn.reply);
  return form === 'malformed' && turn.malformed === false ? 'text' : form;
}
