/**
 * Golden runs: what a run did, as a text that a person can read, compared with a file of the repository. `GOLDEN=write` writes the
 * files anew; a file of `first/` is written only if it is not there.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect } from 'vitest';

const isWriting = process.env['GOLDEN'] === 'write';

/**
 * Compares what a run did with its files.
 *
 * @param {string} folder The folder of the golden runs.
 * @param {string} name The name of the run.
 * @param {{ first: string, now: string }} found Its ends, and all that it did.
 */
export function expectGolden(folder, name, { first, now }) {
  compare(join(folder, 'first', `${name}.txt`), first, { isKept: true });
  compare(join(folder, 'now', `${name}.txt`), now, { isKept: false });
}

function compare(file, found, { isKept }) {
  if (isWriting && !(isKept && existsSync(file))) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, found);
  }
  expect(found, file).toBe(readFileSync(file, 'utf8'));
}

/** A recorder of texts and values, in which times and ids are made equal. */
export function goldenText() {
  const ids = new Map();
  const texts = new Map();
  const parts = [];

  const idOf = (id) => {
    if (!ids.has(id)) ids.set(id, `<id ${ids.size + 1}>`);
    return ids.get(id);
  };
  const equal = (text) =>
    text
      .replace(/\b[0-9a-f]{64}\b|\b[0-9a-f]{20}\b|\b[0-9a-f]{8}-[0-9a-f-]{27}\b/g, idOf)
      .replace(/(?<=\bconfirm )[0-9a-f]{6}\b/g, idOf)
      .replace(/\b(quickjs|pyodide|cpython)-[0-9a-f]{16}-[0-9a-f]{16}\b/g, '<build of $1>')
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, '<time>');

  /** A value on one line, its keys in their order. */
  const line = (value) =>
    equal(
      JSON.stringify(value, (key, each) => {
        if (typeof each === 'number' && timeKeys.test(key)) return '<time>';
        if (typeof each === 'string' && idKeys.test(key)) return idOf(each);
        // How long a snapshot is depends on the engine.
        if (key === 'bytes') return '<bytes>';
        // Short hashes of the messages of a request, which is shown whole.
        if (key === 'parts' && Array.isArray(each)) return each.length;
        if (each instanceof Error) return String(each);
        return typeof each === 'bigint' ? `${each}n` : each;
      }) ?? 'undefined',
    );

  return {
    line,
    heading: (title) => void parts.push('', `== ${title} ==`),
    /** Adds a line. */
    add: (words, value) => void parts.push(value === undefined ? words : `${words} ${line(value)}`),
    /** Adds a text of several lines, once. */
    text(title, text) {
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
    whole() {
      let text = parts.join('\n').trim();
      // A random value is known by where it is used.
      for (const [id, name] of ids) if (id.length === 6) text = text.replaceAll(id, name);
      return `${text}\n`;
    },
  };
}

/**
 * Adds the requests that a model got, and the events and the result of a run.
 *
 * @param {ReturnType<typeof goldenText>} text
 * @param {{ requests: readonly object[], events: readonly object[], result: object }} seen
 * @param {string} words Which of the runs it is, if there are several.
 */
export function addRun(text, { requests, events, result }, words = '') {
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
  for (const [name, value] of Object.entries(result)) {
    if (typeof value === 'string') text.text(name, value);
    else if (typeof value !== 'function') text.add('-', { [name]: value });
  }
}

/** The usage of a run without tokens that were estimated, which change with the words of a prompt. */
export function reported(usage) {
  return Object.fromEntries(
    Object.entries(usage).map(([whose, used]) => {
      if (used.estimated !== true) return [whose, used];
      const { calls, subQueries, estimated } = used;
      return [whose, { calls, subQueries, estimated }];
    }),
  );
}

const timeKeys =
  /^(?:ms|made|nowMs|elapsedMs|durationMs|executionTimeMs|timeLeftMs|timeMs|waitMs|untilMs|now)$/;
const idKeys = /^(?:nonce|by|owner|digest)$/;
