import { pyodide } from '@rlm/sandbox/pyodide';
import { quickjs } from '@rlm/sandbox/quickjs';

export const dynamic = 'force-dynamic';

/** Says what a cell answers in each interpreter. */
export async function GET() {
  const answers = [];
  for (const backend of [quickjs(), pyodide()]) {
    const session = await backend.open();
    answers.push((await session.execute('FINAL(6 * 7)')).finalOutput.answer);
    await session.close();
  }
  return Response.json(answers);
}
