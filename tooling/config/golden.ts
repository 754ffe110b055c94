/**
 * Golden runs: what a run did, as a text that a person can read, compared with a file of the repository. `vitest run -u` writes
 * the files of `now/` anew; those of `first/` are never renewed.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect } from 'vitest';

/** Compares what a run did with its files: its ends (`first`), and all that it did (`now`). */
export async function expectGolden(
  folder: string,
  name: string,
  { first, now }: { readonly first: string; readonly now: string },
): Promise<void> {
  const kept = join(folder, 'first', `${name}.txt`);
  if (existsSync(kept)) expect(first, kept).toBe(readFileSync(kept, 'utf8'));
  else await expect(first).toMatchFileSnapshot(kept);
  await expect(now).toMatchFileSnapshot(join(folder, 'now', `${name}.txt`));
}

/** A text that a person can read, in which times and ids are made equal. */
export function goldenText() {
  const ids = new Map<string, string>();
  const texts = new Map<string, string>();
  const parts: string[] = [];

  const idOf = (id: string): string => {
    const known = ids.get(id) ?? `<id ${ids.size + 1}>`;
    ids.set(id, known);
    return known;
  };
  const equal = (text: string): string =>
    text
      .replace(/\b[0-9a-f]{64}\b|\b[0-9a-f]{20}\b|\b[0-9a-f]{8}-[0-9a-f-]{27}\b/g, idOf)
      .replace(/(?<=\bconfirm )[0-9a-f]{6}\b/g, idOf)
      .replace(/\b(quickjs|pyodide|cpython)-[0-9a-f]{16}-[0-9a-f]{16}\b/g, '<build of $1>')
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, '<time>');

  /** A value on one line, its keys in their order. */
  const line = (value: unknown): string => {
    const json = JSON.stringify(value, (key, each: unknown) => {
      if (typeof each === 'number' && timeKeys.test(key)) return '<time>';
      if (typeof each === 'string' && idKeys.test(key)) return idOf(each);
      // How long a snapshot is depends on the engine.
      if (key === 'bytes') return '<bytes>';
      // Short hashes of the messages of a request, which is shown whole.
      if (key === 'parts' && Array.isArray(each)) return each.length;
      if (each instanceof Error) return String(each);
      return typeof each === 'bigint' ? `${each}n` : each;
    }) as string | undefined;
    return equal(json ?? 'undefined');
  };

  return {
    line,
    heading: (title: string) => void parts.push('', `== ${title} ==`),
    /** Adds a line: words, and a value. */
    add: (words: string, value?: unknown) =>
      void parts.push(value === undefined ? words : `${words} ${line(value)}`),
    /** Adds a text of several lines; one that was added before is named. */
    text(title: string, text: string): void {
      const known = texts.get(text);
      if (known !== undefined) return void parts.push(`[${title}] as ${known}`);
      if (text.length > 100) texts.set(text, title);
      parts.push(
        `[${title}]`,
        ...equal(text)
          .split('\n')
          .map((each) => `  ${each}`.trimEnd()),
      );
    },
    whole(): string {
      let text = parts.join('\n').trim();
      // A random value is known by where it is used.
      for (const [id, name] of ids) if (id.length === 6) text = text.replaceAll(id, name);
      return `${text}\n`;
    },
  };
}

/** What was seen of a run: what its model got, what it reported, how it ended. */
interface Seen {
  readonly requests: readonly {
    readonly messages: readonly { readonly role: string; readonly content: string }[];
    readonly purpose: string;
    readonly abortSignal?: unknown;
  }[];
  readonly events: readonly {
    readonly type: string;
    readonly runId: string;
    readonly depth: number;
    readonly step: number;
    readonly parentId?: unknown;
  }[];
  readonly result: object;
}

/**
 * Adds the requests that a model got, and the events and the result of a run.
 *
 * @param words Which of the runs it is, if there are several.
 */
export function addRun(
  text: ReturnType<typeof goldenText>,
  { requests, events, result }: Seen,
  words = '',
): void {
  text.heading(`requests${words}`);
  for (const [call, request] of requests.entries()) {
    const { messages, purpose, abortSignal: _, ...rest } = request;
    text.add(`call ${call + 1}: ${purpose}`, rest);
    for (const [place, { role, content, ...more }] of messages.entries()) {
      text.text(`${call + 1}.${place + 1} ${role}`, content);
      if (Object.keys(more).length > 0) text.add('  with', more);
    }
  }
  text.heading(`events${words}`);
  for (const { type, runId, depth, step, parentId: _, ...rest } of events) {
    const isOwnEnd = type === 'run-end' && depth === 0;
    const what = `${'  '.repeat(depth)}${step} ${type}${depth > 0 ? ` of ${runId}` : ''}`;
    text.add(what, isOwnEnd ? 'with the result' : rest);
  }
  text.heading(`result${words}`);
  for (const [name, value] of Object.entries(result) as [string, unknown][]) {
    if (typeof value === 'string') text.text(name, value);
    else if (typeof value !== 'function') text.add('-', { [name]: value });
  }
}

/** The usage of a run without tokens that were estimated, which change with the words of a prompt. */
export function reported(usage: object): object {
  const parts = Object.entries(usage) as [string, Partial<Record<string, unknown>>][];
  return Object.fromEntries(
    parts.map(([whose, used]) => {
      const { calls, subQueries, estimated } = used;
      return [whose, estimated === true ? { calls, subQueries, estimated } : used];
    }),
  );
}

const timeKeys =
  /^(?:ms|made|nowMs|elapsedMs|durationMs|executionTimeMs|timeLeftMs|timeMs|waitMs|untilMs|now)$/;
const idKeys = /^(?:nonce|by|owner|digest)$/;
