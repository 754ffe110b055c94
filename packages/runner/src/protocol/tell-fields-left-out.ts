import { cutText } from '@rlm/repl-types';
import type { RunContext } from '@rlm/kernel';

import { fieldsLeftOut } from '../turn/answer-of.js';

const maxNameChars = 300;

/** Tells the caller of a run which fields of its answer are in `value` alone. */
export function tellFieldsLeftOut(value: unknown, context: RunContext): void {
  const names = fieldsLeftOut(value);
  if (names.length === 0) return;
  const { text } = cutText(names.join(', '), maxNameChars);
  const message = `The answer is the field "answer" of an object. Its other fields are in "value" alone: ${text}.`;
  context.diagnose({ code: 'answer_fields_left_out', message });
}
