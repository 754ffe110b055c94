import { configName, readConfig } from '../config/read-config.js';
import { defaultLimits, trustedKeys } from '../config/config-keys.js';
import { wrapFor } from '../render/wrap-for.js';
import { distrustFile, trustFile } from '../trust/trusted-files.js';
import { UsageError } from '../usage-error.js';
import { plainText } from '../view/text/plain-text.js';

/** `rlm trust`: remembers that the user trusts a configuration file as it is, or forgets it; returns the exit code. */
export async function trustCommand({
  file,
  isRevoked,
}: {
  readonly file: string | undefined;
  readonly isRevoked: boolean;
}): Promise<number> {
  const read = await readConfig(file);
  if (read === undefined) throw new UsageError(`there is no ${configName} in the current folder`);
  const say = (words: string): void => {
    process.stderr.write(`${wrapFor(process.stderr, plainText(words))}\n`);
  };
  if (isRevoked) {
    say(`${read.file} ${(await distrustFile(read)) ? 'is trusted no longer' : 'was not trusted'}.`);
    return 0;
  }
  if (!(await trustFile(read))) {
    throw new UsageError(
      'what you trust cannot be remembered: there is no folder of your own for it (XDG_STATE_HOME, or your home)',
    );
  }
  const set = Object.entries(read.config).filter(
    ([key, value]) => key in trustedKeys || Number(value) > (defaultLimits[key] ?? Infinity),
  );
  for (const [key, value] of set) say(`  ${key}: ${JSON.stringify(value)}`);
  say(`${read.file} is trusted as it is now. A change needs your trust again.`);
  return 0;
}
