import { askOptions, readAsk } from '../arguments/ask-arguments.js';
import { defineCommand } from '../arguments/command.js';
import { askCommand } from './ask-command.js';

/** The command `rlm ask`. */
export const ask = defineCommand({
  name: 'ask',
  summary: 'asks a question about the text of files and folders',
  usage: '"<question>" <file or folder>...',
  details: `Without an option that names a model, rlm looks for a local server (Ollama, LM Studio, llama.cpp,
vLLM). If none answers, it uses the planner.`,
  options: askOptions,
  examples: [
    'rlm ask "Which file mentions the password first?" ./notes',
    'rlm ask "What changed?" a.txt b.txt --base-url http://127.0.0.1:11434/v1 --model qwen3',
    'rlm ask "How many letters are signed?" ./letters --python --max-steps 10 --json',
  ],
  config: 'all',
  read: readAsk,
  run: askCommand,
});
