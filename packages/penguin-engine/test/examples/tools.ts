import { z } from 'zod';

import { defineTool, requiresApproval, runResponse, withTimeout } from '../../src/index.js';
import { scriptedModel } from '../../src/testing/index.js';

const send = defineTool({
  name: 'send_mail',
  description: 'Sends a mail.',
  input: z.object({ to: z.string(), text: z.string() }),
  execute: async ({ to }, { abortSignal }) => {
    abortSignal.throwIfAborted();
    return Promise.resolve(`sent to ${to}`);
  },
});

const { actionResults } = await runResponse({
  model: scriptedModel([
    '<send_mail>{"to": "ada", "text": "hi"}</send_mail>',
    '<finish_response>Mail sent</finish_response>',
  ]),
  prompt: 'Say hi to Ada',
  tools: [requiresApproval(withTimeout(send, 10_000))],
  approve: ({ action }) => action === 'send_mail', // ask a person here
}).result;
console.log(actionResults[0]?.status, actionResults[0]?.result); // completed sent to ada
