import { createToolSet, defineTool, runTask } from '../../src/index.js';
import { scriptedModel } from '../../src/testing/index.js';

const notes = new Map([['todo', 'buy milk']]);
const tools = createToolSet([
  defineTool({
    name: 'read_note',
    description: 'Gives the text of a note. The body is its name.',
    execute: (name) => notes.get(name.trim()) ?? `There is no note ${name}.`,
  }),
]);

// Any model goes here: an AI SDK model object, or a function from a request to text.
const model = scriptedModel([
  'Let me look. <read_note>todo</read_note>',
  '<finish_task>{"summary": "The note says: buy milk", "status": "done"}</finish_task>',
]);

const run = runTask({ model, prompt: 'What is in my todo note?', tools, maxIterations: 10 });
for await (const event of run) {
  if (event.type === 'action-completed')
    console.log(event.record.action, '->', event.record.result);
}
const { status, finishStatus, finishSummary } = await run.result;
console.log(status, finishStatus, finishSummary); // pending_review done The note says: buy milk
