import type { Tool } from '@rlm/kernel';
import { defineTool } from '@rlm/penguin-engine';

import { standardSchemaOf } from '../../schema/standard-schema.js';
import { NoTextError } from '@rlm/files';
import type { Folder } from '../open-folder.js';

/** Most lines that are given. */
const maxLines = 100;
/** Characters of a line around what was found. */
const before = 80;
const after = 160;

interface Input {
  readonly text: string;
  readonly path?: string;
}

/** Searches the files of the folder. It takes text, not a pattern: a pattern that a model writes could run for ever. */
export function searchTool(folder: Folder): Tool {
  return defineTool({
    name: 'search',
    description:
      'Finds the lines that hold a text (no pattern; upper and lower case are the same) in all files, or in those below a path. Example: {"text": "timeout", "path": "src"}',
    input: standardSchemaOf({
      type: 'object',
      properties: { text: { type: 'string', minLength: 1 }, path: { type: 'string' } },
      required: ['text'],
      additionalProperties: false,
    }),
    async execute(input, { abortSignal }) {
      const { text, path } = input as Input;
      const wanted = text.toLowerCase();
      const found: string[] = [];
      let count = 0;
      for (const { name } of await folder.list(path)) {
        abortSignal.throwIfAborted();
        const content = await folder.read(name).catch((error: unknown) => {
          if (error instanceof NoTextError) return '';
          throw error;
        });
        for (const [index, line] of content.split('\n').entries()) {
          const at = line.toLowerCase().indexOf(wanted);
          if (at < 0) continue;
          count += 1;
          const shown = line.slice(Math.max(0, at - before), at + after).trim();
          if (count <= maxLines) found.push(`${name}:${index + 1}: ${shown}`);
        }
      }
      if (count === 0) return `No line holds ${JSON.stringify(text)}.`;
      return [...found, ...(count > maxLines ? [`and ${count - maxLines} more lines`] : [])].join(
        '\n',
      );
    },
  });
}
