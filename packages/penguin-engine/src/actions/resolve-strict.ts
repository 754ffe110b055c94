import { describeTag } from './describe-tag.js';
import { isTag, matchTags, type TagMatches } from './match-tags.js';
import { createQuotedRegions } from './quoted-regions.js';
import type { ActionElement, Resolution } from './resolution.js';
import { type TagToken, type Token, tokenAt } from './tokens.js';
import type { ActionDiagnostic, ActionDiagnosticCode } from './types.js';

/** How many diagnostics of a text are reported: the first ones, and those about unclosed tags. */
const maxDiagnostics = 100;

/**
 * Decides what runs. The outermost element counts, and its body is opaque. Nothing runs in a quoted
 * region, after a tag that is never closed, between crossed tags, or if an extra closing tag makes
 * it unclear where a body ends.
 */
export function resolveStrict(tokens: readonly Token[], text: string): Resolution {
  const matches = matchTags(tokens);
  const quoted = createQuotedRegions(tokens, matches, text);
  const elements: ActionElement[] = [];
  const blocked: ActionElement[] = [];
  const diagnostics: ActionDiagnostic[] = [];
  const lastStart = new Map<string, number>();
  let isDead = false;

  const report = (
    code: ActionDiagnosticCode,
    token: TagToken,
    start: number,
    end: number,
  ): void => {
    const last = diagnostics.at(-1);
    const isSame = last?.code === code && last.span[0] === start && last.span[1] <= end;
    if (isSame) diagnostics.pop();
    if (diagnostics.length >= maxDiagnostics && code !== 'unclosed_tag') return;
    diagnostics.push({ code, span: [start, end], message: describeTag(code, token.name) });
  };

  function readElement(token: TagToken, index: number): number {
    const close = token.kind === 'empty' ? index : matches.closeOf.get(index);
    if (close === undefined) {
      if (!isDead) report('unclosed_tag', token, token.start, text.length);
      isDead = true;
      return index + 1;
    }
    const crossed = lastCrossing(tokens, matches, index, close);
    if (crossed !== null) {
      report('interleaved_tags', token, token.start, tokenAt(tokens, crossed).end);
      return crossed + 1;
    }
    const element: ActionElement = {
      name: token.name,
      span: [token.start, tokenAt(tokens, close).end],
      body:
        token.kind === 'empty'
          ? [token.end, token.end]
          : bodyOf(tokens, matches, index, close, text),
    };
    (isDead ? blocked : elements).push(element);
    lastStart.set(token.key, token.start);
    return close + 1;
  }

  function readSurplusClose(token: TagToken): void {
    if (isDead) return;
    const start = lastStart.get(token.key) ?? token.start;
    while ((elements.at(-1)?.span[0] ?? -1) >= start) elements.pop();
    report('ambiguous_close', token, start, token.end);
  }

  for (let index = 0; index < tokens.length;) {
    const token = tokenAt(tokens, index);
    const end = quoted.endFrom(index);
    if (end > index) {
      for (const other of tokens.slice(index, end)) {
        if (isTag(other) && (other.kind === 'open' || other.kind === 'empty')) {
          report('quoted_tag', other, other.start, other.end);
        }
      }
      index = end;
    } else if (token.kind === 'open' || token.kind === 'empty') {
      index = readElement(token, index);
    } else {
      if (token.kind === 'close') readSurplusClose(token);
      if (token.kind === 'partial') report('unclosed_tag', token, token.start, token.end);
      const close = token.kind === 'near-open' ? matches.closeOf.get(index) : undefined;
      if (token.kind === 'near-open') {
        const region = tokenAt(tokens, close ?? index);
        report('near_miss_tag', token, token.start, region.end);
      }
      index = (close ?? index) + 1;
    }
  }
  return { elements, blocked, diagnostics };
}

function lastCrossing(
  tokens: readonly Token[],
  matches: TagMatches,
  open: number,
  close: number,
): number | null {
  let end = close;
  for (let index = open + 1; index < end; index += 1) {
    if (tokens[index]?.kind === 'open') end = Math.max(end, matches.closeOf.get(index) ?? end);
  }
  return end === close ? null : end;
}

function bodyOf(
  tokens: readonly Token[],
  matches: TagMatches,
  open: number,
  close: number,
  text: string,
): readonly [number, number] {
  const start = tokenAt(tokens, open).end;
  const end = tokenAt(tokens, close).start;
  const cdataEnd = matches.cdataEnd.get(open + 1);
  const first = tokens[open + 1];
  const last = cdataEnd === undefined ? undefined : tokens[cdataEnd];
  if (first === undefined || last === undefined || cdataEnd !== close - 1) return [start, end];
  const around = text.slice(start, first.start) + text.slice(last.end, end);
  return around.trim() === '' ? [first.end, last.start] : [start, end];
}
