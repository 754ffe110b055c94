import { describe, expect, it } from 'vitest';

import { retryAfterOf } from '../../src/model/retry-after.js';

const date = 'Wed, 21 Oct 2026 07:28:00 GMT';
const later = 'Wed, 21 Oct 2026 07:28:30 GMT';

describe('retryAfterOf', () => {
  it.each<[what: string, fault: object, waitMs: number | undefined]>([
    ['seconds', { responseHeaders: { 'retry-after': '2' } }, 2_000],
    ['parts of a second', { responseHeaders: { 'retry-after': '0.5' } }, 500],
    ['milliseconds', { responseHeaders: { 'retry-after-ms': '150', 'retry-after': '9' } }, 150],
    [
      'a date, by the date of the response',
      { headers: { 'Retry-After': later, Date: date } },
      30_000,
    ],
    ['a date that has passed', { headers: { 'retry-after': date, date: later } }, 0],
    ['a date without one to measure from', { headers: { 'retry-after': later } }, undefined],
    ['Headers', { headers: new Headers({ 'Retry-After': '3' }) }, 3_000],
    [
      'the headers of a response',
      { response: { headers: new Headers({ 'retry-after': '4' }) } },
      4_000,
    ],
    ['a number', { headers: { 'retry-after': 5 } }, 5_000],
    ['a negative number', { headers: { 'retry-after': '-5' } }, undefined],
    ['a word', { headers: { 'retry-after': 'soon' } }, undefined],
    ['no headers', {}, undefined],
    ['headers that are none', { headers: null, response: null }, undefined],
  ])('reads %s', (_what, fault, waitMs) => {
    expect(retryAfterOf(fault)).toBe(waitMs);
  });
});
