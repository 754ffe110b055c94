import {
  createRun,
  type Outcome,
  type RunContext,
  type CreateRunOptions,
} from '../../src/index.js';
import { countingProtocol } from '../helpers.js';

/** The value that `work` comes to within a run, or the error that ended it. */
export async function runWith<T>(
  work: (context: RunContext) => Promise<T>,
  options: CreateRunOptions<string> = {},
): Promise<{ value: T | undefined; error: unknown; outcome: Outcome<string> }> {
  let value: T | undefined;
  let error: unknown;
  const protocol = countingProtocol(async (_, context) => {
    try {
      value = await work(context);
    } catch (caught) {
      error = caught;
    }
    return { final: '' };
  });
  const outcome = await createRun(protocol, null, options).result;
  return { value, error, outcome };
}
