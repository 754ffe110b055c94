/** A place in a run. It is the same when the run is replayed from its journal, so another process knows what a client has. */
export interface Place {
  readonly step: number;
  /** 0 before the first block of code; `2 b + 1` from the start of block `b`, `2 b + 2` from its end. */
  readonly stage: number;
  /** The number of the event since the stage began. */
  readonly count: number;
}

/** How much of a reply a client has. */
export interface ReadText {
  /** Which attempt at the reply: a call that failed half-way is tried again. */
  readonly attempt: number;
  readonly chars: number;
  /** The {@link addToHash} of these characters. */
  readonly hash: number;
}

/** What a client has: everything up to a place, and a part of the reply that follows it. */
export interface Seen {
  readonly place: Place;
  readonly text?: ReadText;
}

/** Events of the root that a replay has too, in the same order. Pieces of text, retries and the events of child runs are not. */
const counted: readonly string[] = [
  'model-start',
  'model-end',
  'query-start',
  'query-end',
  'action-start',
  'action-end',
  'budget',
  'step-end',
  'wrap-up-start',
  'wrap-up-end',
];

/** What is read of an event to place it. */
export interface PlacedEvent {
  readonly type: string;
  readonly depth: number;
  readonly step: number;
  readonly block?: unknown;
}

/** The next place of a run; undefined if the event has none of its own, or if events before it are missing. */
export function placeAfter(
  at: Place | undefined,
  { type, depth, step, block }: PlacedEvent,
): Place | undefined {
  if (depth > 0) return undefined;
  if (type === 'run-start' || type === 'step-start') return { step, stage: 0, count: 0 };
  if (type === 'code-start') return { step, stage: 2 * Number(block) + 1, count: 0 };
  if (type === 'code-end') return { step, stage: 2 * Number(block) + 2, count: 0 };
  return at !== undefined && counted.includes(type) ? { ...at, count: at.count + 1 } : undefined;
}

/** Below 0 if one place is before the other, 0 if they are the same. */
export function comparePlaces(one: Place, other: Place): number {
  return one.step - other.step || one.stage - other.stage || one.count - other.count;
}

/** A place as text. */
export function formatPlace({ step, stage, count }: Place): string {
  return [step, stage, count].join('.');
}

/** What a client has, as the end of its last event id. */
export function formatSeen({ place, text }: Seen): string {
  const whole = formatPlace(place);
  return text === undefined
    ? whole
    : `${whole}.${[text.attempt, text.chars, text.hash.toString(36)].join('-')}`;
}

const seenForm = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:\.(\d{1,9})-(\d{1,15})-([0-9a-z]{1,7}))?$/;

/** Reads what {@link formatSeen} wrote; undefined for any other text. */
export function parseSeen(written: string): Seen | undefined {
  const found = seenForm.exec(written);
  if (found === null) return undefined;
  const [, step, stage, count, attempt, chars, hash] = found;
  const place = { step: Number(step), stage: Number(stage), count: Number(count) };
  if (hash === undefined) return { place };
  const text = { attempt: Number(attempt), chars: Number(chars), hash: Number.parseInt(hash, 36) };
  return { place, text };
}

/** Where {@link addToHash} begins. */
export const emptyHash = 2_166_136_261;

/** A short hash of text (FNV-1a), piece by piece: it tells replies apart, and does not prevent forgery. */
export function addToHash(hash: number, text: string): number {
  let sum = hash;
  for (let index = 0; index < text.length; index += 1) {
    sum = Math.imul(sum ^ text.charCodeAt(index), 16_777_619) >>> 0;
  }
  return sum;
}
