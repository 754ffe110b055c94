import type { ActionElement, Resolution } from './resolution.js';
import { type Token, tokenAt } from './tokens.js';

/**
 * Reads like Penguin: an exact opening tag and the first exact closing tag
 * of its name, wherever they are.
 */
export function resolveCompat(tokens: readonly Token[]): Resolution {
  const closes = new Map<string, Token[]>();
  for (const token of tokens) {
    if (token.kind !== 'close' || !token.exact) continue;
    const list = closes.get(token.name);
    if (list === undefined) closes.set(token.name, [token]);
    else list.push(token);
  }
  const next = new Map<string, number>();
  const elements: ActionElement[] = [];
  let position = 0;
  for (const token of tokens) {
    if (token.kind !== 'open' || !token.exact || token.start < position) continue;
    const list = closes.get(token.name) ?? [];
    let index = next.get(token.name) ?? 0;
    while (index < list.length && tokenAt(list, index).start < token.end) index += 1;
    next.set(token.name, index);
    const close = list[index];
    if (close === undefined) continue;
    elements.push({
      name: token.name,
      span: [token.start, close.end],
      body: [token.end, close.start],
    });
    position = close.end;
  }
  return { elements, blocked: [], diagnostics: [] };
}
