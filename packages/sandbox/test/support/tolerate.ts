import { SandboxError } from '../../src/index.js';

/** Waits for a question that a spoilt session may refuse, with an error that says so. */
export async function tolerate(question: Promise<unknown>): Promise<void> {
  await question.catch((error: unknown) => {
    if (!(error instanceof SandboxError)) throw error;
  });
}
