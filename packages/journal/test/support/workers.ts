import { appendFileSync, readFileSync, existsSync } from 'node:fs';

import type { PlacedEffect } from '@rlm/kernel';

/** A question of a sub-query, as an effect that can travel. */
export function question(number: number, nonce = 'nonce'): PlacedEffect<{ text: string }> {
  const content = `question ${number}`;
  return {
    kind: 'sub-query',
    input: content,
    runId: 'run',
    depth: 0,
    step: 1,
    key: `/1/sub-query/${number}#0`,
    nonce,
    remote: { model: 'sub@1', send: () => requestOf(content) },
    perform: () => Promise.reject(new Error('it is carried out elsewhere')),
  };
}

/** A request of a sub-query, as JSON data. */
export const requestOf = (content: string): object => ({
  messages: [{ role: 'user', content }],
  purpose: 'sub',
});

/** Notes a call in a file before it is answered. */
export function noteCall(file: string, content: string): void {
  appendFileSync(file, `${process.pid} ${content}\n`);
}

/** The calls of a file: who made each, and what was asked. */
export function callsIn(file: string): { readonly pid: number; readonly content: string }[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => {
    const [pid = '', ...content] = line.split(' ');
    return { pid: Number(pid), content: content.join(' ') };
  });
}
