import type { Tool } from '@rlm/kernel';
import { defineTool } from '@rlm/penguin-engine';

import { standardSchemaOf } from '../../schema/standard-schema.js';
import type { Folder } from '../open-folder.js';

/** Most files that are listed at a time. */
const maxFiles = 500;

/** Lists the files of the folder. */
export function listFilesTool(folder: Folder): Tool {
  return defineTool({
    name: 'list_files',
    description:
      'Lists the files of the folder, or those below a path in it. Example: {"path": "notes"}',
    input: standardSchemaOf({
      type: 'object',
      properties: { path: { type: 'string' } },
      additionalProperties: false,
    }),
    async execute(input) {
      const { path } = input as { readonly path?: string };
      const names = (await folder.list(path)).map(({ name }) => name);
      if (names.length === 0)
        return path === undefined ? 'The folder is empty.' : `There is no file below ${path}.`;
      const more = names.length - maxFiles;
      return [
        ...names.slice(0, maxFiles),
        ...(more > 0 ? [`and ${more} more: list a folder below`] : []),
      ].join('\n');
    },
  });
}
