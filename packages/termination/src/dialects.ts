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

const define = (
  name: DialectName,
  session: Dialect['session'],
  prose: Dialect['prose'],
  instruction: string,
): Dialect => Object.freeze({ name, session, prose, instruction });

/** The dialects, by name: data that a runner turns on. */
export const dialects: Readonly<Record<DialectName, Dialect>> = /* @__PURE__ */ Object.freeze({
  final: /* @__PURE__ */ define(
    'final',
    'final',
    'anywhere',
    'Once the answer is known, call FINAL(answer), or FINAL_VAR("name") to give the value of a variable: in a code block, or alone on a line of text. Never write such a call together with code whose output you have not seen.',
  ),
  'final-strict': /* @__PURE__ */ define(
    'final-strict',
    'final',
    'own-line',
    'Once the answer is known, write FINAL(answer), or FINAL_VAR(name) to give the value of a variable, alone on a line of text, outside of any code block. The answer is taken exactly as written.',
  ),
  submit: /* @__PURE__ */ define(
    'submit',
    'submit',
    'anywhere',
    'Once the answer is known, call SUBMIT with all fields by name, such as SUBMIT(answer="Paris", confidence=0.9): in a code block, or alone on a line of text.',
  ),
  answer: /* @__PURE__ */ define(
    'answer',
    'answer',
    'none',
    'Write the answer, as far as it is known, to answer["content"] in a code block; once it is complete, set answer["ready"] = True. The variable answer must stay a dictionary.',
  ),
});
