import { jsonlStore } from '@rlm/journal/jsonl';
import { quickjs } from '@rlm/sandbox/quickjs';

import { runRlm } from '@rlm/runner';
import { toResponse } from '../../src/index.js';

/** Sends a run as an HTTP handler would, to stdout. Its second reply breaks off half-way: the process is killed there. */
const store = jsonlStore({ folder: process.argv[2] ?? '' });
let calls = 0;
const run = runRlm({
  async *model() {
    calls += 1;
    if (calls === 1) yield '```js\nconsole.log(await llm_query("x"))\n```';
    else {
      yield 'half a reply';
      await new Promise(() => setInterval(() => undefined, 1_000));
    }
  },
  subModel: () => 'y',
  sandbox: quickjs(),
  query: 'q',
  journal: await store.create({ runId: 'killed', spec: { query: 'q' } }),
});
for await (const bytes of toResponse(run).body ?? []) process.stdout.write(bytes);
