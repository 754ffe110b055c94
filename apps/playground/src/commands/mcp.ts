import { defineCommand } from '../arguments/command.js';
import { mcpOptions, readMcp } from '../arguments/mcp-arguments.js';

export const mcp = defineCommand({
  name: 'mcp',
  summary: 'answers questions of a coding agent (Model Context Protocol)',
  usage: '[<folder>...]',
  details: `The agent starts this command, and asks about files below the folders; without one, below those that the
agent names. It may lower the limits, never raise them. It needs the package @modelcontextprotocol/sdk.`,
  options: mcpOptions,
  examples: [
    'rlm mcp',
    'rlm mcp ./src ./docs --base-url http://127.0.0.1:11434/v1 --model qwen3',
    'rlm mcp . --max-cost 0.20 --max-total-cost 5 --price-in 0.25 --price-out 2',
    'rlm mcp . --http --port 7341',
  ],
  config: 'all',
  read: readMcp,
  run: async (args) => (await import('./mcp-command.js')).mcpCommand(args),
});
