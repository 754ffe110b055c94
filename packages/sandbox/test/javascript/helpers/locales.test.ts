import { describe, expect, it } from 'vitest';

import { quickjs } from '../../../src/quickjs/index.js';
import { sessionsOfFile } from '../../support/open-sessions.js';

const openOn = sessionsOfFile();

describe('what depends on a locale', () => {
  it('formats numbers as in English, as Node.js does', async () => {
    const calls = [
      ...[0, -0.5, 7, 966_101.92, -1_234_567.891_23, 48.133_333, 1e21, 0.0004, 1234.5].map(
        (value) => `(${value}).toLocaleString()`,
      ),
      ...['NaN', '-Infinity', '123456789012345678901234567890n'].map(
        (value) => `(${value}).toLocaleString('en-US')`,
      ),
      '(48.1333).toLocaleString("en-US", { maximumFractionDigits: 1 })',
      '(48).toLocaleString("en-GB", { minimumFractionDigits: 2 })',
      '(2.5).toLocaleString(undefined, { minimumFractionDigits: 2, maximumFractionDigits: 4 })',
      '(1234567).toLocaleString("en", { useGrouping: false })',
      '(1234567.4).toLocaleString("en", { maximumFractionDigits: 0 })',
      '(1.005).toLocaleString("en", { maximumFractionDigits: 2 })',
      '(0.5).toLocaleString("en", { maximumFractionDigits: 0 })',
      'new Intl.NumberFormat("en").format(1234567)',
      '["b", "A", "á", "a", "B"].sort((x, y) => x.localeCompare(y))',
      '["a10", "a9", "A2"].sort((x, y) => x.localeCompare(y, undefined, { numeric: true }))',
      '"résumé".localeCompare("RESUME", "en", { sensitivity: "base" })',
      '["z", "É", "e"].sort(new Intl.Collator("en").compare)',
      'new Date(Date.UTC(2021, 2, 4, 15, 6)).toISOString()',
    ];
    const session = await openOn(quickjs());
    const { stdout, error } = await session.execute(`print([${calls.join(',\n')}].join("|"))`);
    expect(error).toBeUndefined();
    const here = new Function(`return [${calls.join()}].join("|")`) as () => string;
    expect(stdout).toBe(`${here()}\n`);
  });

  it.each([
    ['new Date(0).toLocaleDateString("en-GB")', 'toLocaleDateString: dates'],
    ['new Date(0).toLocaleString("en-US", { weekday: "long" })', 'use toISOString().slice(0, 10)'],
    ['(1).toLocaleString("de-DE")', 'English alone'],
    ['(1).toLocaleString("en", { style: "currency", currency: "EUR" })', 'use toFixed(2)'],
    ['(1).toLocaleString("en-IN")', 'English alone'],
    ['(1).toLocaleString("en", { notation: "compact" })', 'use toFixed(2)'],
    ['new Intl.NumberFormat("de").format(1)', 'English alone'],
    ['new Intl.DateTimeFormat("en", { month: "long" })', 'use toISOString().slice(0, 10)'],
    ['new Intl.PluralRules("en")', 'write n === 1'],
    ['"a".localeCompare("b", "sv")', 'as in English alone, got the locale sv'],
    ['"a".localeCompare("b", "de-u-co-phonebk")', 'as in English alone'],
    ['"a".localeCompare("b", "en", { sensitivity: "primary" })', 'sensitivity ("base", "accent"'],
    ['"a".localeCompare("b", "en", { strength: 1 })', 'the options are'],
    ['(1).toLocaleString("en", { maximumFractionDigits: -1 })', 'expected 0 to 100 digits, got -1'],
  ])('is refused where the engine would be wrong: %s', async (code, message) => {
    const session = await openOn(quickjs());
    const { error } = await session.execute(`print(${code})`);
    expect(error?.message).toContain(message);
  });

  it('tells nothing of the host where a cell has changed what options are checked with', async () => {
    const session = await openOn(quickjs());
    const { stdout, error } = await session.execute(
      'Array.prototype.includes = () => true; print("a".localeCompare("b", "en", { sensitivity: "none" }))',
    );
    expect([stdout, error]).toEqual(['undefined\n', undefined]);
  });
});
