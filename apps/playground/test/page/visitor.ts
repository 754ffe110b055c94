import type { Download, Locator, Page } from 'playwright-core';

/** Who uses the page: what they do, and what they see. */
export class Visitor {
  readonly page: Page;
  /** What the page must not do: errors, violations of its policy, requests to others, code that came with a run. */
  readonly faults: readonly string[];

  constructor({ page, faults }: { readonly page: Page; readonly faults: readonly string[] }) {
    this.page = page;
    this.faults = faults;
  }

  /** Adds a file to the texts that can be chosen, and chooses it alone. */
  async addText(name: string, text: string): Promise<void> {
    const file = { name, mimeType: 'text/plain', buffer: Buffer.from(text) };
    await this.page.getByLabel('Choose files').setInputFiles(file);
    const added = this.page.getByRole('checkbox', { name }).last();
    await added.waitFor();
    for (const box of await this.page.locator('.texts input').all()) await box.uncheck();
    await added.check();
  }

  async ask(question: string, model: string | RegExp): Promise<void> {
    await this.page.getByLabel('Question', { exact: true }).fill(question);
    const field = this.page.getByLabel('Model', { exact: true });
    const option = field.getByRole('option', { name: model, exact: true });
    await field.selectOption(await option.first().getAttribute('value'));
    await this.page.getByRole('button', { name: 'Ask' }).click();
    await this.page.waitForURL(/#\/runs\/./);
  }

  /** Replies as the model of a run by hand. */
  async reply(text: string): Promise<void> {
    await this.page.getByLabel('Your reply').fill(text);
    await this.page.getByRole('button', { name: 'Send reply' }).click();
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** What a button gives as a file. */
  async download(button: string): Promise<Download> {
    const [download] = await Promise.all([
      this.page.waitForEvent('download'),
      this.button(button).click(),
    ]);
    return download;
  }

  /** Of a table that is shown, in pixels. */
  async columnWidth(name: string): Promise<number> {
    const head = this.page.getByRole('columnheader', { name, exact: true });
    return (await head.boundingBox())?.width ?? 0;
  }

  runId(): string {
    return /#\/runs\/(.+)/.exec(this.page.url())?.[1] ?? '';
  }

  async sees(text: string): Promise<void> {
    await this.page.getByText(text, { exact: true }).first().waitFor();
  }

  async seesEnd(): Promise<void> {
    await this.page.getByText('✓ ended').waitFor();
  }

  async answer(): Promise<string> {
    return await this.page.locator('.answer').innerText();
  }

  /** The step that is looked at. */
  async currentStep(): Promise<string> {
    return await this.page.locator('[aria-current="step"]').innerText();
  }
}
