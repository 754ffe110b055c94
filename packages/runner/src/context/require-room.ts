import { groupThousands, knownText, refuseOption } from '@rlm/repl-types/internal';
import type { InvalidOptionError } from '@rlm/repl-types';
import type { JsonValue, LongText, SandboxBackend } from '@rlm/sandbox';
import { isLongText, roomOfText } from '@rlm/sandbox/internal';

import { staysInFile, type FileReader } from './long-context.js';

/** A context that was read, and the option that it is. */
export interface PlacedContext {
  readonly source: { readonly option: string };
  readonly value: JsonValue | LongText;
}

/** The longest text that V8 holds as one string, in UTF-16 units. */
export const longestUnits: number = 2 ** 29 - 24;

type Size = Parameters<typeof roomOfText>[0] & { readonly units: number };

/**
 * Refuses contexts that a session certainly cannot hold, before it is opened: their characters alone take more than the guest's
 * memory, or one is a longer string than there can be.
 *
 * @throws InvalidOptionError with the size that was found, the limit, and what to do
 */
export function requireRoom(contexts: readonly PlacedContext[], reader: FileReader): void {
  const { sandbox } = reader;
  const { textMemory } = sandbox;
  if (textMemory === undefined) return;
  let held = 0;
  for (const { source, value } of contexts) {
    const { option } = source;
    if (isLongText(value) && staysInFile(value, reader)) continue;
    const size = isLongText(value) ? value : sizeOf(value, sandbox);
    if (sandbox.capabilities.files !== true && size.units > longestUnits) {
      throw tooLong(option, size.units, sandbox.name);
    }
    const room = held + roomOfText(size, textMemory.copies);
    if (room > reader.memoryBytes + textMemory.besideBytes)
      throw noRoom(option, size, room, held, reader);
    held += roomOfText(size, 1);
  }
}

/** A text measured by its passes, data by its JSON text. */
function sizeOf(value: Exclude<JsonValue, never>, { language }: SandboxBackend): Size {
  const text = typeof value === 'string' ? value : (knownText(value) ?? '');
  const units = text.length;
  const isLatin = !/[\u0100-\uffff]/.test(text);
  const isAstral = language === 'python' && !isLatin && /[\ud800-\udbff]/.test(text);
  // Of a text beyond Latin-1 at least: an exact count would take a pass that encodes it.
  return {
    units,
    bytes: units,
    codePoints: isAstral ? units / 2 : units,
    width: isAstral ? 4 : isLatin ? 1 : 2,
  };
}

function noRoom(
  option: string,
  { units }: Size,
  room: number,
  held: number,
  { memoryBytes, sandbox: { name: backend, capabilities } }: FileReader,
): InvalidOptionError {
  const others = held === 0 ? '' : ', with the contexts before it,';
  const file =
    capabilities.files === true
      ? `as a file (fileContext() of @rlm/files), which ${backend}() reads in place`
      : 'as a file (fileContext() of @rlm/files) to cpython(), which reads it in place';
  return refuseOption({
    option,
    message: `Expected ${option} to fit in the memory of a session of ${backend}: sandboxLimits.memoryBytes is ${groupThousands(memoryBytes)}. Got ${groupThousands(units)} characters, which take${others} at least ${groupThousands(room)} bytes there. Raise sandboxLimits.memoryBytes, pass less, or pass a text ${file}.`,
  });
}

/** The error for a text of more units than one string can have. */
function tooLong(option: string, units: number, backend: string): InvalidOptionError {
  return refuseOption({
    option,
    message: `Expected ${option} to be at most ${groupThousands(longestUnits)} characters long, which is the longest string of V8, got ${groupThousands(units)}. Pass less to ${backend}(), or pass a file (fileContext() of @rlm/files) to cpython(), which reads it in place.`,
  });
}
