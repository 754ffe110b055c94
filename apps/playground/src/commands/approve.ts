import { defineCommand } from '../arguments/command.js';
import { readReview, reviewOptions } from '../arguments/review-arguments.js';
import { reviewCommand } from './review-command.js';

/** The command `rlm approve`. */
export const approve = defineCommand({
  name: 'approve',
  summary: 'completes a task that waits for your review',
  usage: '<id>',
  options: reviewOptions,
  examples: ['rlm approve 4f2a90cc'],
  config: 'places',
  read: (rest, values, origins) => readReview('approve', rest, values, origins),
  run: (args) => reviewCommand({ ...args, decision: { approved: true } }),
});
