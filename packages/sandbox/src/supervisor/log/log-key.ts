import { sha256Hex, sha256 } from '@rlm/repl-types/internal';

import type { RecordedCall, RecordedSet, ReplayLog } from '../../contract/replay-log.js';
import type { HostEntry } from './host-entry.js';

type Entry = HostEntry | RecordedSet;

/** Texts longer than this, in code units, are replaced by hashes in an entry's key. */
const longUnits = 4_096;

/**
 * Long texts are hashed in slices of this many code units: 100 MB are not copied, and the host can answer in between.
 */
const sliceUnits = 1024 * 1024;

/** Entries whose texts are shorter than this, in code units, are hashed at once: it takes less than a millisecond. */
const shortUnits = 32_768;

/** The key of an entry in the SHA-256 of its log. */
export async function entryKey(entry: Entry): Promise<string> {
  const keys: string[] = [];
  for (const text of longTextsOf(entry)) keys.push(await longKey(text));
  const text = keyText(entry, () => keys.shift() ?? '');
  return text.length < shortUnits ? sha256(text) : sha256Hex(new TextEncoder().encode(text));
}

/** The same at once, for an entry whose key has not been made in the background yet. */
export function entryKeyNow(entry: Entry): string {
  return sha256(keyText(entry, longKeyNow));
}

/** The SHA-256 of a log, by the keys of its entries. */
export function logKey(
  { version, backend, seed }: Pick<ReplayLog, 'version' | 'backend' | 'seed'>,
  keys: readonly string[],
): string {
  return sha256(JSON.stringify([version, backend, seed, keys]));
}

/** An entry as text: all of it, and nothing else; long texts by their keys. */
function keyText(entry: Entry, keyOf: (text: string) => string): string {
  const say = (text: string): string | readonly string[] =>
    text.length > longUnits ? [keyOf(text)] : text;
  if (entry.type === 'set') {
    const { name, value, isReserved } = entry;
    const more = isReserved === undefined ? [] : [isReserved];
    if ('file' in value) return JSON.stringify(['set', name, 'file', value.file.sha256, ...more]);
    const [kind, text] = 'text' in value ? ['text', value.text] : ['json', value.json];
    return JSON.stringify(['set', name, kind, say(text), ...more]);
  }
  const { cell, code, nowMs, outcome, output, isReplayable } = entry;
  const calls = entry.calls.map(({ name, args, outcome: result }) => [
    name,
    args,
    'json' in result ? ['json', say(result.json)] : sayOther(result),
  ]);
  return JSON.stringify(['cell', cell, say(code), nowMs, outcome, output, isReplayable, calls]);
}

function sayOther(result: Exclude<RecordedCall['outcome'], { json: string }>): unknown {
  if (!('error' in result)) return ['final', result.final];
  const { type, message, traceback = '' } = result.error;
  return ['error', type, message, traceback];
}

function longTextsOf(entry: Entry): string[] {
  const texts: string[] = [];
  keyText(entry, (text) => {
    texts.push(text);
    return '';
  });
  return texts;
}

async function longKey(text: string): Promise<string> {
  const encoder = new TextEncoder();
  const keys: string[] = [];
  for (let at = 0; at < text.length; at += sliceUnits) {
    keys.push(await sha256Hex(encoder.encode(text.slice(at, at + sliceUnits))));
  }
  return sha256(keys.join(' '));
}

function longKeyNow(text: string): string {
  const keys: string[] = [];
  for (let at = 0; at < text.length; at += sliceUnits) {
    keys.push(sha256(text.slice(at, at + sliceUnits)));
  }
  return sha256(keys.join(' '));
}
