// What a model reads in six tasks in which it makes the mistakes that models make: characters of the first prompt, and of all prompts
// together (each turn sends the conversation again).
//
//   node bench/model-tasks.bench.mjs
import { scriptedModel } from '@rlm/kernel/testing';
import { runRlm } from '@rlm/runner';
import { pyodide } from '@rlm/sandbox/pyodide';
import { quickjs } from '@rlm/sandbox/quickjs';

import { makeModelTask, modelTaskNames } from './model-tasks/tasks.mjs';

const charactersOf = ({ messages }) =>
  messages.reduce((sum, { content }) => sum + content.length, 0);

const rows = [];
for (const task of modelTaskNames) {
  const { language, query, context, gold, subModel, replies } = makeModelTask(task);
  const model = scriptedModel(replies);
  const sandbox = language === 'python' ? pyodide() : quickjs();
  const { result } = runRlm({
    model,
    sandbox,
    query,
    context,
    ...(subModel === undefined ? {} : { subModel }),
  });
  const { answer, steps } = await result;
  const prompts = model.calls.map(charactersOf);
  rows.push({
    task,
    right: answer === gold ? 'yes' : 'NO',
    turns: steps.length,
    'first prompt': prompts[0],
    'all prompts': prompts.reduce((sum, length) => sum + length, 0),
  });
}
console.table(rows);
