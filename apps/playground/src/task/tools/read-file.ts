import type { Tool } from '@rlm/kernel';
import { defineTool } from '@rlm/penguin-engine';

import { standardSchemaOf } from '../../schema/standard-schema.js';
import type { Folder } from '../open-folder.js';

/** The default number of lines. */
const usualLines = 400;

interface Input {
  readonly path: string;
  readonly from_line?: number;
  readonly lines?: number;
}

/** Reads a file of the folder. */
export function readFileTool(folder: Folder): Tool {
  return defineTool({
    name: 'read_file',
    description: `Gives lines of a file of the folder, ${usualLines} unless you say how many. Example: {"path": "notes/a.md", "from_line": 1, "lines": 100}`,
    input: standardSchemaOf({
      type: 'object',
      properties: {
        path: { type: 'string' },
        from_line: { type: 'integer', minimum: 1 },
        lines: { type: 'integer', minimum: 1 },
      },
      required: ['path'],
      additionalProperties: false,
    }),
    async execute(input) {
      const { path, from_line: from = 1, lines: wanted = usualLines } = input as Input;
      const lines = (await folder.read(path)).split('\n');
      const last = Math.min(lines.length, from - 1 + wanted);
      if (from > lines.length) return `${path} has ${lines.length} lines`;
      return `${path}, lines ${from} to ${last} of ${lines.length}:\n${lines.slice(from - 1, last).join('\n')}`;
    },
  });
}
