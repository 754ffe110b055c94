import { chatOptions, readChat } from '../arguments/chat-arguments.js';
import { defineCommand } from '../arguments/command.js';
import { chatCommand } from './chat-command.js';

/** The command `rlm chat`. */
export const chat = defineCommand({
  name: 'chat',
  summary: 'answers several questions over one text, in one session that keeps its variables',
  usage: '<file or folder>...',
  details: `Each line is a question. Later questions find the variables of earlier ones, and the questions and
answers in the variable history. Limits apply to each question. In between:
  /vars   the variables that the code has made
  /cost   what was spent, and what a question may spend
  /help   this text
  /exit   ends, as Ctrl-D does
Ctrl-C stops the current question; a second one ends the chat. In a pipe, each line of stdin is a question
and each answer is written to stdout. The exit code is 0 if every question got an answer.`,
  options: chatOptions,
  examples: [
    'rlm chat ./notes',
    'rlm chat ./notes --save session.jsonl',
    'rlm chat report.pdf --base-url http://127.0.0.1:11434/v1 --max-steps 10',
    'printf "Who signed?\\nWhen?\\n" | rlm chat contract.docx --quiet',
  ],
  config: 'all',
  read: readChat,
  run: chatCommand,
});
