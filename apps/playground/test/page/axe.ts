import checker from 'axe-core';
import type { Page } from 'playwright-core';

/** What axe finds on a page that keeps people out, a line each. */
export async function seriousFindings(page: Page): Promise<readonly string[]> {
  // From here it runs beside the policy of the page, which lets nobody else's script in.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(checker.source);
  const found = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof checker };
    const { violations } = await axe.run(document, { resultTypes: ['violations'] });
    return violations.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes[0]?.html}`);
  });
  return found.filter((line) => /^(serious|critical)/.test(line));
}
