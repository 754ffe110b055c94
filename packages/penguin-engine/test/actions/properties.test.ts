import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { resolveCompat } from '../../src/actions/resolve-compat.js';
import { resolveStrict } from '../../src/actions/resolve-strict.js';
import { createTokenizer } from '../../src/actions/tokenizer.js';
import { createVocabulary } from '../../src/actions/vocabulary.js';
import { parseActions, stripActions } from '../../src/index.js';
import { createActionParser } from '../../src/actions/index.js';

const names = ['run', 'finish_task', 'search'];
const pieces = fc.constantFrom(
  ...[
    '<run>',
    '</run>',
    '<run/>',
    '<run >',
    '<run x="1">',
    '<RUN>',
    '</RUN>',
    '<search>',
    '</search>',
  ],
  ...['<finish_task>', '</finish_task>', '<fin', '<', '</', '>', '<![CDATA[', ']]>', '<!--', '-->'],
  ...[
    '`',
    '``',
    '```',
    '```actionxml',
    '~~~',
    '\n',
    '\n\n',
    '\r\n',
    '> ',
    '- ',
    '1. ',
    ' ',
    '\\',
    '-',
  ],
  ...['<think>', '</think>', 'text', 'a < b', 'finish_task', '&lt;', '🐧', '\u0085'],
);
const texts = fc.array(pieces, { maxLength: 24 }).map((list) => list.join(''));

describe('createActionParser', () => {
  it.each(['strict', 'compat'] as const)(
    'reads the same however the text is cut into chunks (%s)',
    (profile) => {
      fc.assert(
        fc.property(texts, fc.array(fc.nat({ max: 60 }), { maxLength: 12 }), (text, cuts) => {
          const parser = createActionParser({ names, profile });
          let position = 0;
          for (const cut of [...cuts].sort((a, b) => a - b)) {
            parser.push(text.slice(position, Math.max(cut, position)));
            position = Math.max(position, cut);
          }
          parser.push(text.slice(position));
          expect(parser.end()).toEqual(parseActions(text, { names, profile }));
        }),
        { numRuns: 2000 },
      );
    },
  );
});

describe('parseActions', () => {
  it.each(['strict', 'compat'] as const)(
    'gives spans that stand in order, apart, and hold whole elements (%s)',
    (profile) => {
      fc.assert(
        fc.property(texts, (text) => {
          let end = 0;
          for (const { name, span } of parseActions(text, { names, profile }).actions) {
            expect(span[0]).toBeGreaterThanOrEqual(end);
            expect(text.slice(...span)).toMatch(new RegExp(`^<${name}\\s*/?>`));
            [, end] = span;
          }
        }),
        { numRuns: 2000 },
      );
    },
  );

  it('never runs under strict what stands after a tag that is not closed', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const { actions, diagnostics } = parseActions(text, { names });
        for (const { code, span } of diagnostics) {
          if (code !== 'unclosed_tag') continue;
          expect(actions.filter((action) => action.span[0] >= span[0])).toEqual([]);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('leaves no action in a text that was stripped of complete ones', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('<run>a</run>', ' text ', '\n'), { maxLength: 9 }),
        (list) => {
          const stripped = stripActions(list.join(''), { names });
          expect(parseActions(stripped, { names }).actions).toEqual([]);
        },
      ),
    );
  });

  it.each([
    ['opening tags', '<run>'],
    ['closing tags', '</run>'],
    ['pairs', '<run>a</run>'],
    ['crossed tags', '<run><search></run></search>'],
    ['backticks of growing runs', '` `` ``` ````\n'],
    ['unclosed fences', '```\n~~~\n'],
    ['angle brackets', '<'],
    ['blanks in a tag', '<run          '],
    ['attributes', '<run a="'],
    ['comments', '<!--'],
    ['CDATA', '<run><![CDATA[</run>]]>'],
    ['quotes', '> <run>\n'],
    ['reasoning', '<think></think><think>'],
  ])('reads tokens in proportion to the length for %s', (_, piece) => {
    const small = readsOf(piece, 200);
    const large = readsOf(piece, 3_200);
    // Linear is 16; quadratic would be 256.
    expect(large / small).toBeLessThan(20);
  });
});

/** How often the resolver looks at a token: a measure that no clock decides. */
function readsOf(piece: string, count: number): number {
  const text = piece.repeat(count);
  const tokenizer = createTokenizer(createVocabulary(names));
  tokenizer.push(text);
  let reads = 1;
  const tokens = new Proxy([...tokenizer.end()], {
    get(target, key, receiver) {
      reads += 1;
      return Reflect.get(target, key, receiver) as unknown;
    },
  });
  resolveStrict(tokens, text);
  resolveCompat(tokens);
  return reads;
}
