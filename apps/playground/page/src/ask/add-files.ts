import type { TextInfo } from '../../../src/api.js';
import { request } from '../server/request.js';

/** Gives files to the server, one after the other, whatever becomes of those before; then throws what went wrong, each by its file. */
export async function addFiles(
  files: readonly File[],
  onAdded: (text: TextInfo) => void,
): Promise<void> {
  const problems: string[] = [];
  for (const file of files) {
    const path = `/api/texts?name=${encodeURIComponent(file.name)}`;
    try {
      onAdded(await request<TextInfo>('PUT', path, file));
    } catch (error) {
      const { message } = error as Error;
      problems.push(message.includes(file.name) ? message : `${file.name}: ${message}`);
    }
  }
  if (problems.length > 0) throw new Error(problems.join('\n'));
}
