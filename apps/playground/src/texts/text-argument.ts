import { existsSync } from 'node:fs';

import { UsageError } from '../usage-error.js';

/** A place of text on the command line. */
export interface TextArgument {
  /** The variable that holds it, if one is named. */
  readonly context?: string;
  /** A file, a folder, a glob, or `-` for stdin. */
  readonly path: string;
}

/**
 * Reads places of text: `notes`, `*.md`, `-`, or with names `notes=./notes report=./report.pdf`, of which one may have several
 * places. A file that is called so goes before a name. Throws {@link UsageError}.
 */
export function readTextArguments(written: readonly string[]): readonly TextArgument[] {
  const places = written.map((argument): TextArgument => {
    const [, context, path] = /^([\p{L}_][\p{L}\p{N}_]*)=(.+)$/su.exec(argument) ?? [];
    if (context === undefined || path === undefined || existsSync(argument)) {
      return { path: argument };
    }
    return { context, path };
  });
  const unnamed = places.find(({ context }) => context === undefined);
  if (unnamed !== undefined && places.some(({ context }) => context !== undefined)) {
    throw new UsageError(
      `every text has a name or none has: ${unnamed.path} has none (write it <name>=${unnamed.path})`,
    );
  }
  if (places.filter(({ path }) => path === '-').length > 1) {
    throw new UsageError('- stands for stdin, which can be read once only');
  }
  return places;
}
