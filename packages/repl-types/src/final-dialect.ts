/** Every way to end a run that a session can offer to its guest. */
export const finalDialects: readonly FinalDialect[] = ['final', 'answer', 'submit'];

/** The ways to end a run that a session offers to the guest. */
export type FinalDialect = 'final' | 'answer' | 'submit';
