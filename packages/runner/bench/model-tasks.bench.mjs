// What a model reads in six tasks in which it makes the mistakes that models make, beside what it read at commit 59a4f4a: characters
// of the first prompt, of what the harness adds beside output in all later ones, and of all prompts together (each turn sends the
// conversation again).
//
//   node bench/model-tasks.bench.mjs
import { readFileSync } from 'node:fs';

import { scriptedModel } from '@rlm/kernel/testing';
import { runRlm } from '@rlm/runner';
import { pyodide } from '@rlm/sandbox/pyodide';
import { quickjs } from '@rlm/sandbox/quickjs';

import { measureTask } from './model-tasks/measure.mjs';

const before = JSON.parse(
  readFileSync(new URL('./model-tasks/lengths.json', import.meta.url), 'utf8'),
);
const sandboxes = { python: pyodide(), javascript: quickjs() };
const rows = [];
for (const [task, lengths] of Object.entries(before)) {
  const measured = await measureTask(task, { runRlm, scriptedModel, sandboxes });
  rows.push({
    task,
    right: measured.isRight ? 'yes' : 'NO',
    turns: measured.steps,
    'first, before': lengths.first,
    first: measured.first,
    'beside output, before': lengths.beside,
    'beside output': measured.beside,
    'all prompts, before': lengths.all,
    'all prompts': measured.all,
  });
}
console.table(rows);
