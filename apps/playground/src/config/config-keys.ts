import schema from '../../rlm.config.schema.json' with { type: 'json' };

/** The published schema of `rlm.config.json`. */
export const configSchema = schema;

/** The keys of a configuration file, `$schema` aside. */
export const configKeys: readonly string[] = Object.keys(schema.properties).filter(
  (key) => key !== '$schema',
);

/** What a file may set only if its reader trusts it, and what the key does. */
export const trustedKeys: Readonly<Record<string, string>> = {
  baseUrl: 'decides where your text and your key go',
  provider: 'decides where your text and your key go',
  apiKeyEnv: 'decides which key is sent',
  headers: 'decides what is sent to the endpoint',
  schema: 'names a file to read',
  noIgnore: 'has files read that .gitignore leaves out',
  requireIsolation: 'decides about isolation',
  runs: 'names the folder that runs are written to',
};

/** What bounds the cost of a run that has no other limit: a file may lower it, and raise it only if its reader trusts it. */
export const defaultLimits: Readonly<Record<string, number>> = {
  maxSteps: 20,
  maxSubQueries: 200,
  retries: 2,
};

/** By which the limit of a command line is counted: without trust, a file must not set them. */
export const priceKeys: readonly string[] = ['priceIn', 'priceCached', 'priceOut', 'priceReported'];

/** Keys with a path, seen from the folder of the file. */
export const pathKeys: readonly string[] = ['schema', 'runs'];

/** The option of a key, without its dashes: `maxSteps` is `max-steps`. */
export const optionOf = (key: string): string =>
  key === 'headers'
    ? 'header'
    : key.replaceAll(/[A-Z]/g, (letter: string) => `-${letter.toLowerCase()}`);
