/** A wrong command line, or an environment in which it cannot be done: the process prints the message, and ends with 2. */
export class UsageError extends Error {}

/** What `--help` prints. */
export const usage = `Usage: npx @rlm/mcp [<folder>...] --base-url <url> --model <id> [options]

Answers questions of a coding agent about files (Model Context Protocol), over stdin and stdout. The agent may ask about
files below the folders; without one, below those that the agent names. It may lower the limits, never raise them.

Which model:
  --base-url <url>         an OpenAI-compatible endpoint (or RLM_BASE_URL, OPENAI_BASE_URL)
  --model <id>             the model to ask there (or RLM_MODEL)
  --sub-model <id>         the model for sub-queries; default: the same
  --api-key-env <name>     the variable that holds the key; default: RLM_API_KEY, then OPENAI_API_KEY
  --header <name: value>   sent with each call to the endpoint; may be given several times
  --temperature <n>        of all calls, from 0; default: the model's own
  --retries <n>            further attempts of a call that failed; default 2
  --call-timeout <time>    time of one call: 30s, 5m, 2h; default 5m
  --python                 the model writes Python (needs the package pyodide); default: JavaScript

Limits:
  --max-steps <n>          steps of the model; default 20
  --max-sub-queries <n>    sub-queries of a run; default 200
  --concurrency <n>        sub-queries that run at once; default 16
  --max-tokens <n>         tokens of a run; default: no limit
  --timeout <time>         time of a run; default 10m
  --max-cost <usd>         US dollars of a run; needs the price of the models
  --max-total-cost <usd>   US dollars of all runs of this process together; needs the price of the models
  --price-in <usd>         price of a million input tokens
  --price-cached <usd>     price of a million input tokens from the provider's cache; default: that of --price-in
  --price-out <usd>        price of a million output tokens
  --price-reported         each reply of the endpoint reports its cost (usage.cost)

Safety:
  --require-isolation      refuses to start if the operating system does not isolate the model's code

Kept runs (each is written down as it goes, without keys):
  --runs <folder>          the folder of the runs; default: one in your own state folder
  --no-journal             keeps nothing, so that no run can be resumed

Connection:
  --http                   listens on this machine; the token is in RLM_MCP_TOKEN, or a new one is printed
  --port <n>               with --http; default 7341, 0 for any free port

  --help, --version
`;
