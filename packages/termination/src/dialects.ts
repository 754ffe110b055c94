/** A way of ending a run that a model can be taught. */
export interface Dialect {
  readonly name: DialectName;
  /** What a session must offer the guest for it. */
  readonly session: 'final' | 'submit' | 'answer';
  /** Where a reply's prose is read: by `detectFinalInText`, by `findFinalAnswer`, or not at all. */
  readonly prose: 'anywhere' | 'own-line' | 'none';
  /** One paragraph for the system prompt. */
  readonly instruction: string;
}

/** The name of a {@link Dialect}. */
export type DialectName = 'final' | 'final-strict' | 'submit' | 'answer';

/** The dialects, by name: data that a runner turns on. */
export const dialects: Readonly<Record<DialectName, Dialect>> = Object.freeze({
  final: Object.freeze({
    name: 'final',
    session: 'final',
    prose: 'anywhere',
    instruction:
      'When you have the answer, end the run by calling FINAL(answer) or, for a value that a variable already holds, FINAL_VAR("name"): either in a code block, or in plain text, alone on a line. Never write such a call before the answer is known, and never together with code whose output you have not seen yet.',
  }),
  'final-strict': Object.freeze({
    name: 'final-strict',
    session: 'final',
    prose: 'own-line',
    instruction:
      'When you have the answer, write FINAL(answer) or FINAL_VAR(variable_name) at the start of a line with nothing else on that line, outside of any code block. What stands between the parentheses is the answer exactly as written; FINAL_VAR gives the value of a variable of the REPL instead.',
  }),
  submit: Object.freeze({
    name: 'submit',
    session: 'submit',
    prose: 'anywhere',
    instruction:
      'When you have the result, end the run by calling SUBMIT with one keyword argument for each field that is asked for, such as SUBMIT(answer="Paris", confidence=0.9), in a code block or alone on a line of plain text. All fields must be given in that one call, by name.',
  }),
  answer: Object.freeze({
    name: 'answer',
    session: 'answer',
    prose: 'none',
    instruction:
      'The REPL holds a dictionary named answer, with the keys "content" and "ready". Write your answer, as far as you have it, to answer["content"] and improve it as you learn more; when it is complete, set answer["ready"] = True, which ends the run when the code block ends. The dictionary must stay a dictionary.',
  }),
});
