import type { Tool } from '@rlm/kernel';
import { defineTool } from '@rlm/penguin-engine';
import type { SandboxBackend } from '@rlm/sandbox';

import { standardSchemaOf } from '../../schema/standard-schema.js';
import { guestErrorText } from '../../view/text/error-text.js';
import type { Folder } from '../open-folder.js';

/** Time that the code of one call may take. */
const maxMs = 20_000;

/** Runs code in the sandbox, which reads the folder's files by the same gate as the other tools. */
export function runCodeTool(folder: Folder, sandbox: SandboxBackend): Tool {
  return defineTool({
    name: 'run_code',
    description:
      'Runs JavaScript in a sandbox without network, for what takes counting or computing. await read_file(path) gives the whole text of a file, await list_files() the names of all; print(...) gives you results. Each call starts fresh. Example: {"code": "print((await read_file(\'a.md\')).length)"}',
    input: standardSchemaOf({
      type: 'object',
      properties: { code: { type: 'string', minLength: 1 } },
      required: ['code'],
      additionalProperties: false,
    }),
    async execute(input, { abortSignal }) {
      const { code } = input as { readonly code: string };
      const session = await sandbox.open({
        abortSignal,
        limits: { cellMs: maxMs },
        functions: {
          read_file: (path: unknown) => folder.read(String(path)),
          list_files: async () => (await folder.list()).map(({ name }) => name),
        },
      });
      try {
        const { stdout, stderr, value, error } = await session.execute(code, { abortSignal });
        if (error !== undefined) throw new Error(`${stdout}${guestErrorText(error)}`);
        const printed = `${stdout}${stderr}${value === null ? '' : `${value}\n`}`;
        return printed === '' ? 'It ran, and printed nothing.' : printed;
      } finally {
        await session.close();
      }
    },
  });
}
