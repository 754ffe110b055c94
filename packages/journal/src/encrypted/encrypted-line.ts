import { corrupt } from '../errors.js';
import type { JournalLine } from '../lines/lines.js';
import type { Cipher } from './cipher.js';

/**
 * The plain parts of a line: its number, epoch, time, type and owner, from which stores decide whether it counts; the
 * name of its blob, by which they delete blobs; and the fields that identify a journal.
 */
const plainNames = ['n', 'e', 'ms', 't', 'by', 'blob', 'format', 'version', 'run'] as const;

/** A line as an encrypted store keeps it. */
type EncryptedLine = Record<string, unknown> & { readonly sealed?: unknown };

/** Encrypts the text of a line. The plain members, and the run, are authenticated: the line counts at its own place alone. */
export async function encryptLine(cipher: Cipher, runId: string, text: string): Promise<string> {
  const line = JSON.parse(text) as Record<string, unknown>;
  const plain = plainOf(line);
  const hidden = Object.entries(line).filter(([name]) => !Object.hasOwn(plain, name));
  const sealed = await cipher.seal(
    JSON.stringify(Object.fromEntries(hidden)),
    placeOf(runId, plain),
  );
  return JSON.stringify({ ...plain, sealed });
}

/** The line, as it was written. Throws `journal_corrupt` for one that is not encrypted, or not by this key, or was altered. */
export async function decryptLine<Line extends Partial<JournalLine>>(
  cipher: Cipher,
  runId: string,
  line: Line,
): Promise<Line> {
  const { sealed } = line as EncryptedLine;
  const at = (line.n ?? 0) + 1;
  if (typeof sealed !== 'string') throw corrupt(runId, at, 'is not encrypted');
  const plain = plainOf(line);
  try {
    const hidden = await cipher.unseal(sealed, placeOf(runId, plain));
    return { ...plain, ...(JSON.parse(hidden) as object) } as Line;
  } catch {
    throw corrupt(
      runId,
      at,
      'cannot be decrypted with this key: it was written with another key, or altered',
    );
  }
}

function plainOf(line: object): Record<string, unknown> {
  const members = new Map(Object.entries(line));
  const kept = plainNames.flatMap((name) => (members.has(name) ? [[name, members.get(name)]] : []));
  return Object.fromEntries(kept) as Record<string, unknown>;
}

/** The data that ties a line to its place. */
function placeOf(runId: string, plain: Record<string, unknown>): string {
  return JSON.stringify([runId, ...plainNames.map((name) => plain[name] ?? null)]);
}
