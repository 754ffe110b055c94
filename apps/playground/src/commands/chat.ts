import { chatOptions, readChat } from '../arguments/chat-arguments.js';
import { defineCommand } from '../arguments/command.js';

export const chat = defineCommand({
  name: 'chat',
  summary: 'several questions over one text, in one session that keeps its variables',
  usage: '<file or folder>...',
  details: `A question is a line. Later ones find the variables of earlier ones, and the questions and answers in
the variable history. Limits are those of each question. In between:
  /vars   the variables that the code has made    /cost   what was spent, and what a question may spend
  /help   these words                             /exit   ends, as Ctrl-D does
Ctrl-C stops the question under way; a second one ends. In a pipe, each line of stdin is a question and each
answer is written to stdout. The exit code is 0 where every question got an answer.`,
  options: chatOptions,
  examples: [
    'rlm chat ./notes',
    'rlm chat ./notes --save session.jsonl',
    'rlm chat report.pdf --base-url http://127.0.0.1:11434/v1 --max-steps 10',
    'printf "Who signed?\\nWhen?\\n" | rlm chat contract.docx --quiet',
  ],
  offers: 'files',
  read: readChat,
  run: async (args) => (await import('./chat-command.js')).chatCommand(args),
});
