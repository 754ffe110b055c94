import { examine } from '../doctor/examine.js';
import { renderReport } from '../doctor/render-report.js';
import { toJsonLine } from '../render/json-line.js';
import { styleFor } from '../render/style.js';

/** `rlm doctor`: tells what is found here and what is missing; returns the exit code. */
export async function doctorCommand(args: {
  readonly baseUrl: string | undefined;
  readonly json: boolean;
}): Promise<number> {
  const report = await examine(process.env, args.baseUrl);
  const style = styleFor(process.stdout, process.env);
  process.stdout.write(`${args.json ? toJsonLine(report) : renderReport(report, style)}\n`);
  return report.missing.length === 0 ? 0 : 1;
}
