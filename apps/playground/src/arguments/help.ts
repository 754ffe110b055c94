/** What `--help` prints. */
export const help = `rlm: answers questions over documents far larger than a model's window

Usage
  rlm ask "<question>" <file or folder>...   asks a question about the text
  rlm resume <id>                            goes on with a run that was interrupted; one that has
                                             ended gives its result again
  rlm runs                                   lists the runs that are kept, the newest first
  rlm runs remove <id>...                    deletes runs
  rlm fork <id> --at <step>                  a new run: the steps before that one as they were
  rlm worker --queue <url>                   works on the runs of a queue, until Ctrl-C
  rlm demo                                   the demonstration that npm start shows

Which model
  --base-url <url>     an OpenAI-compatible endpoint (or RLM_BASE_URL); key in RLM_API_KEY
  --model <id>         the model to ask there (or RLM_MODEL); default: the first one it lists
  --sub-model <id>     the model for sub-queries; default: the same
  --planner            no language model: the built-in planner
  --by-hand <folder>   you are the model: each prompt is written to the folder (001.prompt.txt,
                       001.prompt.json), and your reply is read from it (001.reply.txt)
  Without any of these a local server is looked for (Ollama, LM Studio, llama.cpp, vLLM);
  where none answers, the planner takes over.

The language of the code that the model writes
  --python             Python (Pyodide); default: JavaScript (QuickJS)

Limits
  --max-steps <n>         turns of the model; default 20
  --max-sub-queries <n>   sub-queries of the whole run; default 200
  --max-tokens <n>        tokens of the whole run; default: no limit
  --timeout-ms <n>        time of the whole run; default 600000, by hand a day

Runs that outlive their process: each is written down as it goes, without keys
  --runs <folder>      where; default .rlm/runs (.rlm/.gitignore keeps it out of git)
  --no-journal         rlm ask writes nothing down: then there is nothing to resume
  --take-over          rlm resume: though another process works on the run, which then stops
  --at <step>          rlm fork: the first step that is taken anew
  --reply-file <file>  rlm fork: what the model replies in that step
  --queue <url>        a Redis (redis://127.0.0.1:6379): rlm ask leaves the run to a worker, and
                       prints its id; rlm worker takes the runs of the same --runs folder
  --concurrency <n>    rlm worker: how many runs at a time; default 1
  --status <status>    rlm runs: running, open, suspended, failed, ended or corrupt ones alone
  rlm resume takes what the run was asked with, and --base-url where its endpoint has moved;
  rlm fork takes --base-url, --model, --sub-model, --by-hand and the limits anew.

Output: the answer on stdout, what happens on the way on stderr
  --json             the result (rlm runs: the runs) as JSON on stdout, and nothing else
  --events           the events as JSON lines on stdout, and nothing else
  --history          at the end, every turn as the model's transcript has it
  --reward <policy>  values each turn: default, strict, lenient or research
  --help, --version

Examples
  rlm ask "Which file mentions the password first?" ./notes
  rlm ask "What changed?" a.txt b.txt --base-url http://127.0.0.1:11434/v1 --model qwen3
  rlm runs --status open
  rlm resume 4f2a90cc
  rlm fork 4f2a90cc --at 3 --model another
  rlm fork 4f2a90cc --at 3 --reply-file better.txt
  rlm worker --queue redis://127.0.0.1:6379

Exit codes: 0 an answer, 1 no answer, 2 a mistake in the call, 130 interrupted`;
