import { readFileSync } from 'node:fs';

import { eventually } from '@rlm/config/eventually';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { startDriver, type Driver } from './support/start-driver.js';
import { sharedStores, storeIn } from './support/stores.js';
import { temporaryFolder } from './support/temporary-folder.js';

/** Room for some lines, in files that hold nothing else or much else. */
const maxKb = 200;

const isUnix = process.platform !== 'win32';
const note = isUnix ? '' : ' (skipped: Windows has neither SIGSTOP nor ulimit)';

let folder: string;
let remove: () => Promise<void>;
let driver: Driver | undefined;
beforeEach(async () => {
  ({ folder, remove } = await temporaryFolder());
});
afterEach(async () => {
  await driver?.kill();
  await remove();
});

const lengthsOf = (lines: readonly object[]): number[] =>
  lines.map((line) => ((line as { value?: string }).value ?? '').length);

describe.skipIf(!isUnix).each(Object.keys(sharedStores))(
  `%s with a driver in another process${note}`,
  (name) => {
    it('stops a driver that was asleep while another took over, at its next line', async () => {
      const store = storeIn(folder, name);
      driver = await startDriver(name, folder, 'run');
      const { pid } = driver;
      expect(await driver.append(1)).toBe('ok');
      driver.signal('SIGSTOP');
      await eventually(() => {
        if (process.platform !== 'linux') return;
        expect(readFileSync(`/proc/${pid}/stat`, 'utf8')).toContain(') T ');
      });
      await expect(store.open('run')).rejects.toMatchObject({
        code: 'journal_locked',
        details: { pid },
      });
      const second = await store.open('run', { takeOver: true });
      const line = { t: 'effect', step: 1, kind: 'model', key: 'k', value: 'xx' } as const;
      await second.stream('').append(line);
      driver.signal('SIGCONT');
      expect(await driver.append(3)).toBe('journal_fenced');
      expect(await driver.append(4)).toBe('journal_fenced');
      await second.stream('').append({ ...line, value: 'xxxxx' });
      await second.close();
      const third = await store.open('run');
      expect(lengthsOf(third.stream('').recorded)).toEqual([1, 2, 5]);
      await third.close();
    });

    it('has all that was acknowledged to a driver which was killed, and opens at once', async () => {
      driver = await startDriver(name, folder, 'run');
      let acknowledged = 0;
      for (let length = 1; length <= 300; length += 1) driver.ask(length);
      while (acknowledged < 40 && (await driver.answer()) === 'ok') acknowledged += 1;
      await driver.kill();
      const journal = await storeIn(folder, name).open('run');
      const lengths = lengthsOf(journal.stream('').recorded);
      await journal.close();
      expect(lengths.length).toBeGreaterThanOrEqual(40);
      expect(lengths).toEqual(lengths.map((_, index) => index + 1));
    });

    it('says that a line could not be written where there is no room; the run goes on later', async () => {
      driver = await startDriver(name, folder, 'run', maxKb);
      const answers: string[] = [];
      while (answers.at(-1) !== 'journal_write_failed' && answers.length < 100) {
        answers.push(await driver.append(5000));
      }
      expect(answers.at(-1)).toBe('journal_write_failed');
      expect(await driver.append(1)).toBe('journal_write_failed');
      await driver.kill();
      const whole = answers.length - 1;
      const journal = await storeIn(folder, name).open('run');
      expect(lengthsOf(journal.stream('').recorded)).toEqual(Array(whole).fill(5000));
      await journal
        .stream('')
        .append({ t: 'effect', step: 2, kind: 'model', key: 'k', value: 'y' });
      await journal.close();
      const again = await storeIn(folder, name).open('run');
      expect(again.stream('').recorded.length).toBe(whole + 1);
      await again.close();
    });
  },
);
