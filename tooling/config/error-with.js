import { isDeepStrictEqual } from 'node:util';

/** @type {typeof import('./error-with.js').errorWith} */
export function errorWith({ code, status, details = {}, facts = [] }) {
  const fields = Object.entries({ code, status }).filter(([, value]) => value !== undefined);
  const parts = [
    ...fields.map(([name, value]) => `${name} ${value}`),
    ...Object.entries(details).map(([name, value]) => `details.${name} ${JSON.stringify(value)}`),
  ];
  const wanted = `an error with ${parts.join(', ') || 'a message'} that says: ${facts.join(' | ')}`;
  return {
    asymmetricMatch(error) {
      const given = /** @type {Record<string, any>} */ (error ?? {});
      const message = String(given.message);
      return (
        fields.every(([name, value]) => given[name] === value) &&
        Object.entries(details).every(([name, value]) =>
          isDeepStrictEqual(given.details?.[name], value),
        ) &&
        facts.every((fact) =>
          typeof fact === 'string' ? message.includes(fact) : fact.test(message),
        )
      );
    },
    toString: () => wanted,
    toAsymmetricMatcher: () => wanted,
  };
}
