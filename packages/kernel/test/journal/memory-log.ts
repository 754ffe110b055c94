import { createHash } from 'node:crypto';

import { RlmError } from '@rlm/repl-types';

import type { NewLine, RunEnd, RunHead, RunJournal, RunLine } from '../../src/index.js';

/** The journal of one run as a store keeps it: as text, so that what comes back is what JSON keeps. */
export interface MemoryLog {
  /** What was written, in order. */
  readonly lines: RunLine[];
  readonly ends: RunEnd[];
  readonly heads: RunHead[];
  /** How many journals of it were closed. */
  readonly closed: () => number;
  /** A journal for one more run: whoever has opened one before is fenced. */
  open(more?: Partial<RunJournal>): RunJournal;
  /** Called before each line is written; what it throws is the fault of the write. */
  onAppend: (line: NewLine) => void | Promise<void>;
}

/** A value as long as this moves into a blob. */
export const longValue = 500;

/** A log that holds some lines already. */
export function memoryLog(given: readonly RunLine[] = []): MemoryLog {
  const lines: RunLine[] = structuredClone([...given]);
  const blobs = new Map<string, Uint8Array>();
  const ends: RunEnd[] = [];
  const heads: RunHead[] = [];
  let epoch = 0;
  let closed = 0;

  const keep = (bytes: Uint8Array): { blob: string; bytes: number } => {
    const blob = createHash('sha256').update(bytes).digest('hex');
    blobs.set(blob, bytes);
    return { blob, bytes: bytes.length };
  };
  const lineOf = (path: string, line: NewLine): RunLine => {
    const { bytes, ...rest } = line as NewLine & { readonly bytes?: Uint8Array };
    if (bytes !== undefined) return { path, ...rest, blob: keep(bytes) } as RunLine;
    const { value, ...short } = rest as { readonly value?: unknown };
    const json = JSON.stringify(value) as string | undefined;
    if (json === undefined || json.length < longValue) {
      return JSON.parse(JSON.stringify({ path, ...rest })) as RunLine;
    }
    const written = { path, ...short, blob: keep(Buffer.from(json)) };
    return JSON.parse(JSON.stringify(written)) as RunLine;
  };

  const log: MemoryLog = {
    lines,
    ends,
    heads,
    closed: () => closed,
    onAppend: () => undefined,
    open(more = {}) {
      const mine = (epoch += 1);
      return {
        runId: 'run',
        seed: 'run',
        nonce: 'nonce',
        elapsedMs: 0,
        begin: (head) => void heads.push(head),
        stream: (path) => ({
          recorded: structuredClone(lines.filter((line) => line.path === path)),
          async append(line) {
            await log.onAppend(line);
            if (mine !== epoch) {
              throw new RlmError('Another process has the run.', { code: 'journal_fenced' });
            }
            lines.push(lineOf(path, line));
          },
        }),
        readBlob: ({ blob }) => {
          const bytes = blobs.get(blob);
          return bytes === undefined
            ? Promise.reject(new RlmError(`no blob ${blob}`, { code: 'journal_damaged' }))
            : Promise.resolve(bytes);
        },
        end: (end) => {
          ends.push(end);
          return Promise.resolve();
        },
        close: () => {
          closed += 1;
          return Promise.resolve();
        },
        ...more,
      };
    },
  };
  return log;
}
