import { describe, expect, it } from 'vitest';

import { parseQuestion } from '../../src/planner/question.js';

describe('parseQuestion', () => {
  it.each([
    ['Which address first mentions the railroad?', 'first', ['railroad'], 'all'],
    ['When was the telegraph first mentioned?', 'first', ['telegraph'], 'all'],
    ['What is the earliest address that contains the word airplane?', 'first', ['airplane'], 'all'],
    ['Which president first used the word "Internet" in an address?', 'first', ['Internet'], 'all'],
    ['Which document was the last to mention the Soviet Union?', 'last', ['Soviet Union'], 'all'],
    ['How many addresses contain the word slavery?', 'count-documents', ['slavery'], 'all'],
    ['How many files mention "World War"?', 'count-documents', ['World War'], 'all'],
    ['In how many addresses does the word internet occur?', 'count-documents', ['internet'], 'all'],
    [
      'How many documents contain both cotton and slavery?',
      'count-documents',
      ['cotton', 'slavery'],
      'all',
    ],
    ['How many documents mention gold or silver?', 'count-documents', ['gold', 'silver'], 'any'],
    ['Count the documents that contain the word Panama', 'count-documents', ['Panama'], 'all'],
    [
      'How many of them use the term “manifest destiny”?',
      'count-documents',
      ['manifest destiny'],
      'all',
    ],
    ['how many files talk about whales in the folder?', 'count-documents', ['whales'], 'all'],
    ['How many times does the word tariff appear?', 'count-occurrences', ['tariff'], 'all'],
    ['How often is Cuba mentioned?', 'count-occurrences', ['Cuba'], 'all'],
    ['Which speech mentions terrorism most often?', 'most', ['terrorism'], 'all'],
    ['What did Lincoln say about emancipation?', 'look-up', ['Lincoln', 'emancipation'], 'any'],
    ['What is the password?', 'look-up', ['password'], 'any'],
    ['How many people died in the fire?', 'look-up', ['people', 'died', 'fire'], 'any'],
  ] as const)('reads %s', (question, intent, terms, match) => {
    expect(parseQuestion(question)).toEqual({ intent, terms, match });
  });

  it('finds something to look for in any question', () => {
    for (const question of ['?', 'why', 'What is it about?', 'Was ist das?', '何ですか']) {
      expect(parseQuestion(question).intent).toBe('look-up');
    }
  });
});
