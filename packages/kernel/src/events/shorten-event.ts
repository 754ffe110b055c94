import { cutText } from '@rlm/repl-types';

import type { PublishedEvent } from './events.js';

/** Characters that remain of a long text. */
const keptChars = 2_000;

/** The deepest nesting that is searched. */
const maxDepth = 4;

/**
 * Returns the event with only the head and the tail of each long text in its plain data, and
 * `shortened`: how many characters were left out. Returns the same event if it has no long text.
 */
export function shortenEvent<Event extends PublishedEvent>(event: Event): Event {
  const tally = { characters: 0 };
  const short = shorten(event, 0, tally);
  if (tally.characters === 0) return event;
  const shortened = (event.shortened ?? 0) + tally.characters;
  return Object.freeze({ ...(short as Event), shortened });
}

function shorten(value: unknown, depth: number, tally: { characters: number }): unknown {
  if (typeof value === 'string') return shortText(value, tally);
  if (typeof value !== 'object' || value === null || depth > maxDepth) return value;
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => shorten(item, depth + 1, tally));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  let changed: Record<string, unknown> | undefined;
  for (const [key, field] of Object.entries(value)) {
    const short = shorten(field, depth + 1, tally);
    if (short !== field) (changed ??= { ...value })[key] = short;
  }
  return changed ?? value;
}

function shortText(text: string, tally: { characters: number }): string {
  if (text.length <= keptChars + 100) return text;
  const { text: short, gaps } = cutText(text, keptChars);
  for (const { characters } of gaps) tally.characters += characters;
  return short;
}
