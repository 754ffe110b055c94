import { askOptions, readAsk } from '../arguments/ask-arguments.js';
import { defineCommand } from '../arguments/command.js';

export const ask = defineCommand({
  name: 'ask',
  summary: 'asks a question about the text of files and folders',
  usage: '"<question>" <file or folder>...',
  details: `Without an option that names a model, a local server is looked for (Ollama, LM Studio, llama.cpp,
vLLM); where none answers, the planner takes over. With --queue the run is left to a worker (rlm worker):
its id is printed, and rlm resume <id> gives the answer when it is there.`,
  options: askOptions,
  examples: [
    'rlm ask "Which file mentions the password first?" ./notes',
    'rlm ask "What changed?" a.txt b.txt --base-url http://127.0.0.1:11434/v1 --model qwen3',
    'rlm ask "How many letters are signed?" ./letters --python --max-steps 10 --json',
  ],
  offers: 'files',
  read: readAsk,
  run: async (args) => (await import('./ask-command.js')).askCommand(args),
});
