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
export const dialects: Readonly<Record<DialectName, Dialect>> = /* @__PURE__ */ Object.freeze({
  final: /* @__PURE__ */ Object.freeze({
    name: 'final',
    session: 'final',
    prose: 'anywhere',
    instruction:
      'Once the answer is known, call FINAL(answer), or FINAL_VAR("name") to answer with a variable, in a code block or alone on a line of text; never beside code that has not run.',
  }),
  'final-strict': /* @__PURE__ */ Object.freeze({
    name: 'final-strict',
    session: 'final',
    prose: 'own-line',
    instruction:
      'Once the answer is known, call FINAL(answer), or FINAL_VAR("name") to answer with a variable, alone on a line of text, outside of code blocks. It is taken as written.',
  }),
  submit: /* @__PURE__ */ Object.freeze({
    name: 'submit',
    session: 'submit',
    prose: 'anywhere',
    instruction:
      'Once the answer is known, call SUBMIT with all fields by name, as in SUBMIT(answer="Paris"), in a code block or alone on a line of text.',
  }),
  answer: /* @__PURE__ */ Object.freeze({
    name: 'answer',
    session: 'answer',
    prose: 'none',
    instruction:
      'Write the answer to answer["content"] in a code block. Once the answer is known, set answer["ready"] = True.',
  }),
});
