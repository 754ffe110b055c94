import { createBudget } from '@rlm/kernel';
import type { RlmEvent, RlmResult, Run } from '@rlm/runner';

import { defineCommand } from '../arguments/command.js';
import { readTry, tryOptions, type TryArguments } from '../arguments/try-arguments.js';
import { requireIsolation } from '../backend.js';
import { listenForInterrupt } from '../interrupt.js';
import { chooseModel } from '../models/choose-model.js';
import { hintFor } from '../models/hint-for.js';
import { namingOf } from '../models/named-endpoint.js';
import { isolationLine } from '../render/isolation-line.js';
import { toJsonLine } from '../render/json-line.js';
import { modelLine } from '../render/model-line.js';
import { openScreen } from '../render/screen.js';
import { styleFor } from '../render/style.js';
import { makeOwnFolder, openRuns } from '../runs/runs.js';
import { scoreTable } from '../try/score-table.js';
import type { Tried } from '../try/score.js';
import type { TryTask } from '../try/task.js';
import { tryTasks } from '../try/tasks.js';
import { isOver, tryTask } from '../try/try-task.js';
import { UsageError } from '../usage-error.js';
import { counted } from '../view/text/numbers.js';

/** The command `rlm try`. */
export const tryOut = defineCommand({
  name: 'try',
  summary: 'tries a model on twelve small tasks whose answers are known',
  details: `The tasks: ${tryTasks.map(({ name }) => name).join(', ')}.
Their texts of 200 to 650 kB are made on your machine, the same for the same seed. Each answer is checked by code. The
exit code is 0 if all are right, and 1 if not.`,
  options: tryOptions,
  examples: [
    'rlm try --model qwen3',
    'rlm try --model qwen3 --baseline --window 32000',
    'rlm try --base-url https://models.example.com/v1 --max-cost 1 --price-in 1.25 --price-out 10',
    'rlm try --only needle,join --json',
  ],
  config: 'all',
  read: readTry,
  run: tryCommand,
});

/** Asks a model the tasks one after the other, and returns the exit code. */
async function tryCommand(args: TryArguments): Promise<number> {
  const { json, window, maxTokens, maxCostUsd } = args;
  const tasks = tasksNamed(args.only);
  const { line, style } = openScreen();
  const say = (words: string): void => {
    line.print(`${words}\n`);
  };
  const print = (words: string): void => {
    line.close();
    process.stdout.write(`${words}\n`);
  };
  await requireIsolation(args);
  const chosen = await chooseModel({ ...args, ...namingOf(args), question: '' });
  if (chosen.spec.kind !== 'endpoint') {
    throw new UsageError('there is no model to try: name one with --base-url and --model');
  }
  const runs = args.journal ? openRuns(args.runs) : undefined;
  if (runs !== undefined) await makeOwnFolder(runs);
  const isLimited = (maxTokens ?? maxCostUsd) !== undefined;
  const interrupt = listenForInterrupt();
  const options = {
    ...{ args, chosen, runs, abortSignal: interrupt.signal },
    budget: isLimited ? createBudget({ maxTokens, maxCostUsd }) : undefined,
    onRun(run: Run<RlmEvent, RlmResult>) {
      if (!json) line.follow(run);
    },
    onIsolationMissing(words: string) {
      if (!json) say(isolationLine(words, style));
    },
  };
  const table = scoreTable(styleFor(process.stdout, process.env), window !== undefined);
  const all: Tried[] = [];
  try {
    if (!json) {
      say(modelLine(chosen, style));
      if (window !== undefined) {
        const size = `${counted(window, 'token')}, at 4 characters each`;
        say(style.dim(`Direct: one call with as much of the text as fits in ${size}`));
      }
      print(table.head);
    }
    for (const task of tasks) {
      const { tried, result } = await tryTask(task, options);
      if (interrupt.signal.aborted) return 130;
      all.push(tried);
      print(json ? toJsonLine(tried) : table.row(tried));
      if (!isOver(tried)) continue;
      const left = counted(tasks.length - all.length, 'task');
      const hint = hintFor(result.stop?.error);
      say(`rlm: ${tried.reason ?? ''}; ${left} not tried${hint === undefined ? '' : `; ${hint}`}`);
      break;
    }
    if (!json) print(table.sum(all));
  } finally {
    interrupt.stop();
    line.close();
  }
  const right = all.filter(({ verdict }) => verdict === 'right').length;
  return right === tasks.length ? 0 : 1;
}

/** The tasks of these names, or all. Throws {@link UsageError} for a name that none has. */
function tasksNamed(names: readonly string[] | undefined): readonly TryTask[] {
  if (names === undefined) return tryTasks;
  return names.map((wanted) => {
    const task = tryTasks.find(({ name }) => name === wanted);
    if (task !== undefined) return task;
    const all = tryTasks.map(({ name }) => name).join(', ');
    throw new UsageError(`--only ${wanted}: there is no such task, but ${all}`);
  });
}
