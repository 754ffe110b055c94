import { detailsOf } from './errors.js';

/** Whether a call failed since its prompt is longer than the model, or the server, takes. */
export function isPromptTooLong(fault: unknown): boolean {
  const { promptTooLong = false, statusCode } = detailsOf(fault) ?? {};
  if (promptTooLong || statusCode === undefined) return promptTooLong;
  // An error that a model function made itself was read by nobody yet.
  return fault instanceof Error && saysTooLong(statusCode, [fault.message]);
}

/** What a refusal of a prompt that is too long speaks of: what is too long, by which measure, and that it is too much. */
const needed: readonly RegExp[] = [
  /\b(?:prompts?|inputs?|messages?|conversation|context|history|request(?:ed)?|payload|body|content|entity|tokens?|string|array|text|sequence length)\b|prompt/i,
  /\b(?:tokens?|length|len|max_\w*len|size|window|overflows?|characters|chars|bytes|limit|long|large|big)\b|\u957f|token/i,
  /exceed|overflow|surpass|too (?:long|large|big|many)\b|(?:long|larg|great|bigg|high)er than|more than|(?:less|fewer) than|at most|above|beyond|over the\b|\bmax(?:imum)?\b|reduce|decrease|\bshorte|fewer|reached|range of|supports? (?:only |up to)|<=|[>\u2265] ?\d|(?:cannot|not|to) fit|\u8d85/i,
];

/** Refusals that speak of sizes and mean a rate, an account, a time, or another field of the request. */
const other =
  /\b(?:rate|request|time)[ _-]?limit|\bper[ -](?:minute|min|hour|day|second|month)\b|\b[TR]P[MDH]\b|\bquota|throttl|\btimed? ?out\b|\bwait before\b|\btry again (?:later|in)\b|too many requests|overload|concurren|\bqueue\b|\bcredits?\b|\bbalance\b|\b(?:invalid|for|field|parameter)\W{0,3}['"`](?:tools?|functions?|user|metadata|stop|model|name|response_format)\b/i;

/** Refusals about the length of the reply that was asked for. */
const ofReply =
  /\bmax_?(?:completion_?|output_?|new_?)?tokens\b|\bmaxOutputTokens\b|\b(?:completion|output) tokens\b/i;
const ofPrompt = /\bprompts?\b|\binputs?\b|\bmessages?\b|\bcontext\b/i;

/** Statuses of refusals that are about something else, whatever their words are. */
const otherStatuses: readonly unknown[] = [401, 402, 403, 404, 407, 408, 409, 429];

/** Whether a refusal says that the prompt is too long: by its status, or in one of its codes and sentences. */
export function saysTooLong(status: number | undefined, said: readonly string[]): boolean {
  if (status === 413) return true;
  // A request that is larger than all that a minute allows is refused as too fast.
  if (status === 429) return said.some((text) => /\brequest too large\b/i.test(text));
  if (otherStatuses.includes(status) || said.some((text) => other.test(text))) return false;
  return said.some((text) => {
    // A code such as `context_length_exceeded` or `PromptTooLong` is a sentence too.
    const words = text.includes(' ') ? text : text.replaceAll(/_|-|(?<=[a-z])(?=[A-Z])/g, ' ');
    return needed.every((word) => word.test(words)) && (!ofReply.test(text) || ofPrompt.test(text));
  });
}

/** How far a prompt is shortened, so that not every step has to do so. */
const shortenTo = 0.75;

/** How long the prompts of a run may be, in any unit: learnt from what the model took, and from what it refused. */
export class PromptRoom {
  #taken = 0;
  #most = Infinity;

  /** The most that a prompt may have; none is known before a refusal. */
  get most(): number {
    return this.#most;
  }

  /** How long a prompt is to be that has more. */
  get target(): number {
    return Math.floor(this.#most * shortenTo);
  }

  /** The model took a prompt of this size. */
  take(size: number): void {
    this.#taken = size;
  }

  /** It refused one: as much as it took before, but not much less than was refused; half of that, if it took as much. */
  refuse(size: number): void {
    const most = this.#taken < size ? Math.max(this.#taken, size / 4) : size / 2;
    this.#most = Math.floor(most);
  }
}
