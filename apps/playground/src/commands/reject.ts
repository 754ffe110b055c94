import { defineCommand } from '../arguments/command.js';
import { readReview, reviewOptions } from '../arguments/review-arguments.js';
import { reviewCommand } from './review-command.js';

/** The command `rlm reject`. */
export const reject = defineCommand({
  name: 'reject',
  summary: 'sends a task that waits for your review back to the model',
  usage: '<id>',
  options: {
    reason: { value: '<words>', words: 'what is missing; the model reads it' },
    ...reviewOptions,
  },
  examples: ['rlm reject 4f2a90cc --reason "Name the files too"'],
  config: 'places',
  read: (rest, values, origins) => ({
    ...readReview('reject', rest, values, origins),
    reason: values.reason,
  }),
  run: async ({ reason, ...args }) =>
    reviewCommand({
      ...args,
      decision: { approved: false, reason },
    }),
});
