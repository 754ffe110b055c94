import { describe, expect, it } from 'vitest';

import { statedConfidence } from '../src/index.js';

describe('statedConfidence', () => {
  it.each([
    ['confidence: 0.93', 0.93],
    ['The answer is 42. Confidence: 93%', 0.93],
    ['**Confidence:** 0.9', 0.9],
    ['{"answer": "42", "confidence": 0.87}', 0.87],
    ['confidence = .5', 0.5],
    ['My confidence is 9/10.', 0.9],
    ['confidence score: 88 %', 0.88],
    ['confidence_level: 1', 1],
    ['confidence: 0', 0],
    ['confidence: 85', 0.85],
    ['confidence: 0.2 at first; now confidence: 0.95', 0.95],
    ['confidence: 0.7\n```repl\nconst a = 1;\n```', 0.7],
    ['confidence: 0.7\n```repl\nconst a = 1;\n```\nand so on', 0.7],
    ['```repl\nconst a = 1;\n```\nconfidence: 0.7', 0.7],
  ])('reads %j', (text, expected) => {
    expect(statedConfidence(text)).toBeCloseTo(expected, 12);
  });

  it.each([
    'I am confident.',
    'confidence: high',
    'confidence: 250',
    'confidence: 3/0',
    'confidence: 9/5',
    'confidence: 101%',
    'overconfidence: 0.9',
    '```repl\nconst options = { confidence: 0.9 };\n```',
    '```js\nconfidence: 0.9',
    '',
  ])('reads nothing in %j', (text) => {
    expect(statedConfidence(text)).toBeUndefined();
  });
});
