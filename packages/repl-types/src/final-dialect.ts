/** Every way to end a run that a session can offer to its guest. */
export const finalDialects = ['final', 'answer', 'submit'] as const;

/** The ways to end a run that a session offers to the guest. */
export type FinalDialect = (typeof finalDialects)[number];
