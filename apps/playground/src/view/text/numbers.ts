import { fitWidth } from './fit-width.js';
import { plainText } from './plain-text.js';

/** A whole number with its thousands set apart. */
export const grouped = (value: number): string => value.toLocaleString('en-US');

/** A duration in the unit that reads best. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 120_000) return `${(ms / 1000).toFixed(1)} s`;
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 120) return `${minutes} min ${Math.floor((ms % 60_000) / 1000)} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** A number of things. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${grouped(count)} ${count === 1 ? one : many}`;

/** Tokens of both kinds, and how many of them came from the provider's cache. */
export const tokensText = (tokens: number, cached = 0): string =>
  `${counted(tokens, 'token')}${cached === 0 ? '' : ` (${grouped(cached)} cached)`}`;

/** What is said of events that are not there, since a reader was too slow for them. */
export const missingText = (count: number): string =>
  `${counted(count, 'event is', 'events are')} missing here: more came than are kept for a slow reader`;

/** What is said of a session that waits for a place. */
export const placeWaitText = (backend: string, max: number, waiting: number): string =>
  `waits for a session: ${max === 1 ? 'the only one' : `all ${grouped(max)}`} of ${backend} ${max === 1 ? 'is' : 'are'} in use, ${counted(waiting, 'run waits', 'runs wait')}`;

/** US dollars, to the digit that tells something. */
export const dollars = (usd: number): string => `$${usd.toFixed(usd >= 1 ? 2 : 4)}`;

/** As many characters as a line that is cut is looked at. */
const lookedAt = 20;

/** Text on one line, cut to a number of columns; nothing in it steers a terminal. */
export function oneLine(text: string, columns: number): string {
  const begins = text.slice(0, columns * lookedAt);
  return fitWidth(plainText(begins).replace(/\s+/g, ' ').trim(), columns, '...');
}

/** Every line of a text behind a margin; nothing in it steers a terminal. */
export const indent = (text: string, margin: string): string =>
  plainText(text)
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => `${margin}${line}`.trimEnd())
    .join('\n');
