import { describe, expect, it } from 'vitest';

import { dialects } from '../../src/dialects/index.js';

const languages = ['python', 'javascript'] as const;

describe('dialects', () => {
  it.each(Object.entries(dialects))('says all of %s in one frozen record', (name, dialect) => {
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

describe('final', () => {
  const read = dialects.final.readProse;

  it.each([
    ['So FINAL("42")', { finalType: 'direct', content: '42' }],
    ['FINAL(1)\nFINAL_VAR(x)', { finalType: 'variable', content: 'x' }],
    ['SUBMIT(answer=1)', { finalType: null }],
  ])('reads %j', (text, expected) => {
    expect(read?.(text)).toMatchObject(expected);
  });
});

describe('final-strict', () => {
  const read = dialects['final-strict'].readProse;

  it.each([
    ['FINAL(42)', 'direct', '42'],
    ['All is read.\n  FINAL("hello")  \nBye.', 'direct', '"hello"'],
    ['FINAL(answer (with nested) parens)', 'direct', 'answer (with nested) parens'],
    ['FINAL(two\nlines)', 'direct', 'two\nlines'],
    ['FINAL(1)\nFINAL_VAR("result")', 'variable', 'result'],
    ['FINAL()', 'direct', ''],
  ])('reads %j as written', (text, finalType, content) => {
    const found = read?.(text);
    expect(found).toMatchObject({ detected: true, finalType, content, nearMisses: [] });
    expect(text.slice(...(found?.span ?? [0, 0]))).toBe(found?.rawMatch);
  });

  it.each([
    ['The answer is FINAL(42)', 'mid-sentence', 'FINAL: write it alone on its line.'],
    ['FINAL(42).', 'mid-sentence', 'FINAL: write it alone on its line.'],
    ['so FINAL_VAR(x)', 'mid-sentence', 'FINAL_VAR: write it alone on its line.'],
    ['FINAL_VAR(x[0])\nFINAL(1)', 'not-an-identifier', 'FINAL_VAR: name one variable.'],
    ['FINAL(42', 'unclosed', 'FINAL: no closing parenthesis.'],
  ])('takes %j for no answer, and says why', (text, code, hint) => {
    expect(read?.(text)).toMatchObject({ detected: false, nearMisses: [{ code, hint }] });
  });

  it('reads nothing in code and thoughts', () => {
    expect(read?.('```\nFINAL(1)\n```\n<think>\nFINAL(2)\n</think>').detected).toBe(false);
  });
});

describe('submit', () => {
  it('reads a SUBMIT that a FINAL stands beside', () => {
    expect(dialects.submit.readProse?.('FINAL(1)\nSUBMIT(answer="x", n=2)')).toMatchObject({
      finalType: 'submit',
      submitFields: { answer: 'x', n: 2 },
    });
  });
});
