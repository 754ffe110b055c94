/** The ways to end a run that a session offers to the guest. */
export type FinalDialect = 'final' | 'answer' | 'submit';
