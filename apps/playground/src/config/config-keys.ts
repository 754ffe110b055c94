import schema from '../../rlm.config.schema.json' with { type: 'json' };

/** The published schema of the settings. */
export const configSchema = schema;

/** The keys of the settings, `$schema` aside. */
export const configKeys: readonly string[] = Object.keys(schema.properties).filter(
  (key) => key !== '$schema',
);

/** The key whose path is seen from the folder of the file. */
export const pathKey = 'schema';

/** The option of a key, without its dashes: `maxSteps` is `max-steps`. */
export const optionOf = (key: string): string =>
  key === 'headers'
    ? 'header'
    : key.replaceAll(/[A-Z]/g, (letter: string) => `-${letter.toLowerCase()}`);
