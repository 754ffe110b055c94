/** Every way to end a run that a session can offer to its guest. */
export const finalDialects = Object.keys({
  final: true,
  answer: true,
  submit: true,
} satisfies Record<FinalDialect, true>) as readonly FinalDialect[];

/** The ways to end a run that a session offers to the guest. */
export type FinalDialect = 'final' | 'answer' | 'submit';
