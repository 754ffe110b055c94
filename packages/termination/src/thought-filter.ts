import { mayBecomeThought, mayEndThought, mayEndWithThought } from './scan/thought-marks.js';
import { endTokensOf } from './scan/end-tokens.js';
import { beginsThought, createThoughtFinder } from './scan/thoughts.js';

/** Lets the text of a reply pass, as it comes, without the thoughts with which it begins. */
export interface ThoughtFilter {
  /** Takes the next piece, and returns what may be shown now. */
  push(delta: string): string;
  /** What is still to be shown of a reply that has ended, given its whole text without thoughts. */
  rest(whole: string): string;
  /** What came so far is void: another attempt is made. */
  restart(): void;
}

/** How often a thought that seems to have ended is read: keeps the filter linear. */
const maxChecks = 64;

/** The longest mark, and the longest special token, in characters. */
const markChars = 40;

/**
 * Creates a filter for one reply. A thought that the template opened is known only at its end, and so it passes.
 *
 * @param actions Names of elements that are calls of tools, and so no thoughts.
 */
export function createThoughtFilter(actions?: readonly string[]): ThoughtFilter {
  let state: 'start' | 'thought' | 'answer' = 'start';
  /** What is held back: a thought, what may become one, or what may be a special token at the end. */
  let held: string[] = [];
  /** The last of it. */
  let tail = '';
  let mayHaveEnded = false;
  /** What follows a thought and may become another one. */
  let begun = '';
  let checks = 0;
  let shown: string[] = [];

  function show(text: string): string {
    const end = text.length - endTokensOf(text, true).length;
    held = [text.slice(end)];
    shown.push(text.slice(0, end));
    return text.slice(0, end);
  }

  /** What follows the thoughts in what is held; null as long as they may go on. */
  function afterThoughts(delta: string): string | null {
    if (!mayHaveEnded || checks >= maxChecks) return null;
    if (begun !== '' && mayBecomeThought((begun += delta))) return null;
    checks += 1;
    const text = held.join('');
    const thoughts = createThoughtFinder(text, actions);
    const end = thoughts.atStart();
    const rest = text.slice(end).trimStart();
    const isPending = rest === '' ? mayEndWithThought(tail) : mayBecomeThought(rest);
    mayHaveEnded = thoughts.isSure && isPending;
    begun = isPending ? rest : '';
    const hasEnded = thoughts.isSure && end > 0 && rest !== '' && !isPending;
    return hasEnded && !beginsThought(rest, actions) ? rest : null;
  }

  return {
    push(delta) {
      held.push(delta);
      const recent = tail + delta;
      tail = recent.slice(-markChars);
      if (state === 'answer') return show(held.join(''));
      if (state === 'start') {
        const text = held.join('').replace(/^[\s\uFEFF]+/, '');
        if (mayBecomeThought(text)) return '';
        const isThought = beginsThought(text, actions);
        state = isThought ? 'thought' : 'answer';
        if (!isThought) return show(held.join('').replace(/^\uFEFF/, ''));
      }
      mayHaveEnded ||= mayEndThought(recent);
      const answer = delta.trim() === '' ? null : afterThoughts(delta);
      if (answer === null) return '';
      state = 'answer';
      return show(answer);
    },
    rest(whole) {
      const before = shown.join('');
      return whole.startsWith(before) ? whole.slice(before.length) : '';
    },
    restart() {
      state = 'start';
      held = [];
      shown = [];
      tail = begun = '';
      mayHaveEnded = false;
      checks = 0;
    },
  };
}
