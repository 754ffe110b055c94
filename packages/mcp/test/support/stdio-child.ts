import { jsonlStore } from '@rlm/journal/jsonl';
import { scriptedModel } from '@rlm/kernel/testing';
import { quickjs } from '@rlm/sandbox/quickjs';

import { createMcpServer } from '../../src/server/index.js';

// A server for one client: `stdio-child <folder> <folder of runs>`.
const [root = '', folder = ''] = process.argv.slice(2);
const hanging = '```js\nprint(await llm_query("hang"))\n```';
const model = scriptedModel(
  [
    ({ messages }) =>
      JSON.stringify(messages).includes('Hang.') ? hanging : '```js\nFINAL(context)\n```',
  ],
  { after: 'repeat' },
);
const server = createMcpServer({
  run: { model, subModel: scriptedModel([{ hang: true }]), sandbox: quickjs() },
  roots: [root],
  store: jsonlStore({ folder }),
});
await server.serveStdio();
process.stderr.write('gone\n');
