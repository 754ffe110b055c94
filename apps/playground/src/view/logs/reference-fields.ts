import { emptyRecord, fieldsOf, jsonText, listOf, numberOf, textOf, type Fields } from '../read.js';

/** The turn as policies of ours see it. */
export function resultOf(reply: string, ran: readonly Fields[], answer: string | null): Fields {
  const results = ran.map(({ code, result }) => {
    const { stdout, stderr } = fieldsOf(result);
    const said = `${textOf(stdout)}${textOf(stderr)}`;
    const status = textOf(stderr) === '' ? 'completed' : 'error';
    return { action: 'repl', result: said, status, arguments: code };
  });
  const hasFailed = results.some(({ status }) => status === 'error');
  return {
    actionType: answer === null ? (ran.length > 0 ? 'code' : 'text') : 'final',
    success: answer !== null || (ran.length > 0 && !hasFailed),
    output: answer ?? reply,
    metadata: {
      turn: { reply, results, mode: 'task' },
      code: ran.map(({ code }) => textOf(code)).join('\n\n'),
      output: results.map(({ result }) => result).join(''),
    },
  };
}

/** The calls of sub-models in a turn. */
export const callsOf = ({ code_blocks: blocks }: Fields): readonly Fields[] =>
  listOf(blocks).flatMap(({ result }) => listOf(fieldsOf(result)['rlm_calls']));

/** Adds what a sub-query used: the log has the usage of those alone. */
export function addUsage(sum: { inputTokens: number; outputTokens: number }, call: Fields): void {
  const models = fieldsOf(fieldsOf(call['usage_summary'])['model_usage_summaries']);
  for (const each of Object.values(models)) {
    const { total_input_tokens: input, total_output_tokens: output } = fieldsOf(each);
    sum.inputTokens += numberOf(input) ?? 0;
    sum.outputTokens += numberOf(output) ?? 0;
  }
}

/** How long a block ran. */
export const secondsOf = (result: unknown): number =>
  numberOf(fieldsOf(result)['execution_time']) ?? 0;

/** The final answer of a turn; of a pair it is the second. */
export function answerOf(iteration: Fields | undefined): string | null {
  const answer = iteration?.['final_answer'];
  const said: unknown = Array.isArray(answer) ? answer.at(-1) : answer;
  return said === null || said === undefined ? null : jsonText(said);
}

/** The last words of a person in a prompt, which may be messages. */
export function promptOf(prompt: unknown): string {
  if (!Array.isArray(prompt)) return jsonText(prompt);
  const last = listOf(prompt).findLast(({ role }) => role === 'user');
  return last === undefined ? jsonText(prompt) : jsonText(last['content']);
}

/** The variables behind a block as short texts. */
export function textsOf(locals: unknown): Record<string, string> {
  const texts = emptyRecord<string>();
  for (const [name, value] of Object.entries(fieldsOf(locals))) {
    texts[name] = jsonText(value).slice(0, 200);
  }
  return texts;
}
