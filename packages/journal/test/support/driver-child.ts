import { createInterface } from 'node:readline';

import { jsonlStore } from '../../src/jsonl/index.js';

/**
 * A driver in a process of its own: `node <this> <folder> <run>`. Each line of its input appends one line of so many
 * characters; it answers `ok`, or the code of the fault.
 */
async function drive(folder: string, runId: string): Promise<void> {
  const journal = await jsonlStore({ folder }).create({ runId });
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

void drive(process.argv[2] ?? '', process.argv[3] ?? '');
