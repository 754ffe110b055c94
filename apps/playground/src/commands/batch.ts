import { batchOptions, readBatch } from '../arguments/batch-arguments.js';
import { defineCommand } from '../arguments/command.js';
import { batchCommand } from './batch-command.js';

/** The command `rlm batch`. */
export const batch = defineCommand({
  name: 'batch',
  summary: 'asks many questions about the text of files and folders',
  usage: '<questions.jsonl> <file or folder>...',
  details: `Each line of the file is a question: a JSON text, or {"id": "...", "query": "..."}. Each result is a line of
JSON with id, query, answer, value, finishReason, usage and error, written when its question ends. Ids are run
ids. If the job is interrupted or killed, start the same command again: it goes on, asks nothing
again that was answered, and writes all results.`,
  options: batchOptions,
  examples: [
    'rlm batch questions.jsonl ./docs --output answers.jsonl',
    'rlm batch questions.jsonl ./docs --concurrency 8 --max-cost 2 --price-in 1.25 --price-out 10',
  ],
  config: 'all',
  read: readBatch,
  run: batchCommand,
});
