import { describe, expect, it } from 'vitest';

import { dialects } from '../../src/dialects/index.js';
import { createShownMarks } from '../../src/shown/index.js';
import { readFixtureFile } from '../support/fixtures.js';
import { normal, outcomeOf } from '../support/outcome.js';

const languages = ['python', 'javascript'] as const;
const records = Object.entries(dialects);

describe('dialects', () => {
  it.each(records)('says all of %s in one frozen record', (name, dialect) => {
    expect(dialect.name).toBe(name);
    expect(Object.isFrozen(dialect)).toBe(true);
    for (const language of languages) {
      const { code, reminder } = dialect.words(language);
      expect(code.length).toBeGreaterThan(10);
      expect(reminder).toMatch(/^finish [^\n]+[^.]$/);
      expect(code + reminder).toContain(dialect.guestNames[0]);
    }
  });

  it('says how to finish in the words of the REPL’s language', () => {
    expect(dialects.submit.words('python').code).toContain('SUBMIT(answer=value)');
    expect(dialects.submit.words('javascript').code).toContain('SUBMIT({ answer: value })');
    expect(dialects.answer.words('python').code).toContain('answer["ready"] = True');
    expect(dialects.answer.words('javascript').code).toContain('answer.ready = true;');
  });

  it('tells of prose only where prose is read', () => {
    expect(dialects.answer.readProse).toBeUndefined();
    expect(dialects.answer.words('python').prose).toBe('');
  });
});

describe.each(records.filter(([, { readProse }]) => readProse !== undefined))(
  'the dialect %s',
  (name, { readProse, marks }) => {
    // A dialect that reads prose has its cases in a file of its name.
    it.each(readFixtureFile(`dialects/${name}.txt`))('reads $title', ({ input, expected }) => {
      const found = readProse?.(input);
      if (found === undefined) throw new Error('it reads no prose');
      expect(outcomeOf(found)).toBe(normal(expected));
      if (found.span === null || found.rawMatch === null) return;
      expect(input.slice(...found.span)).toBe(found.rawMatch);
      const shown = createShownMarks(marks ?? []);
      shown.add(found.rawMatch);
      expect(marks === undefined || shown.has(marks)).toBe(true);
    });

    // A reader that searches the prose must not return a place in it: the span is one of the whole reply.
    it.each(readFixtureFile(`dialects/${name}.txt`))(
      'finds the same after a thought and a comment: $title',
      ({ input }) => {
        const before = '<think>Is it so?</think>\n\n<!-- It is. -->\n\n';
        const [alone, later] = [readProse?.(input), readProse?.(before + input)];
        expect(later).toMatchObject({ finalType: alone?.finalType, content: alone?.content });
        expect(later?.rawMatch).toBe(alone?.rawMatch);
        expect(later?.span).toEqual(alone?.span?.map((place) => place + before.length) ?? null);
      },
    );
  },
);

describe('final-strict', () => {
  const read = dialects['final-strict'].readProse;

  it.each([
    ['The answer is FINAL(42)', 'FINAL: in the middle'],
    ['so FINAL_VAR(x)', 'FINAL_VAR: in the middle'],
    ['FINAL_VAR(x[0])\nFINAL(1)', 'FINAL_VAR: name one variable'],
    ['FINAL(42', 'closing parenthesis'],
  ])('says why %j is no answer', (text, fact) => {
    const hint = expect.stringContaining(fact) as string;
    expect(read?.(text)).toMatchObject({ detected: false, nearMisses: [{ hint }] });
  });
});
