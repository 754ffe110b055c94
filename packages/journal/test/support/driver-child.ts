import { createInterface } from 'node:readline';

import { storeIn } from './stores.js';

/**
 * A driver in a process of its own: `node <this> <store> <folder> <run>`. Each line of its input appends one line of so many
 * characters; it answers `ok`, or the code of the fault.
 */
async function drive(name: string, folder: string, runId: string): Promise<void> {
  const journal = await storeIn(folder, name).create({ runId });
  process.stdout.write('ready\n');
  for await (const length of createInterface(process.stdin)) {
    const line = { step: 1, kind: 'model', key: '/1/model/a#0', value: 'x'.repeat(Number(length)) };
    const answer = await journal
      .stream('')
      .append({ t: 'effect', ...line })
      .then(
        () => 'ok',
        (fault: unknown) => (fault as { code: string }).code,
      );
    process.stdout.write(`${answer}\n`);
  }
}

const [name = '', folder = '', runId = ''] = process.argv.slice(2);
void drive(name, folder, runId);
