import { createPolicyRegistry } from '@rlm/policies';

import { PolicyFields } from './policy-fields.js';
import type { Lab } from './use-lab.js';

const policies = createPolicyRegistry().list('termination');

/** The policies that there are; those that are chosen with their options. */
export function PolicyChoices({ lab: { chosen, setChosen } }: { readonly lab: Lab }) {
  return (
    <fieldset className="policies">
      <legend>Policies</legend>
      <ul>
        {policies.map(({ name, description, defaultConfig }) => {
          const config = chosen[name];
          const without = () =>
            Object.fromEntries(Object.entries(chosen).filter(([other]) => other !== name));
          return (
            <li key={name}>
              <label className="check">
                <input
                  type="checkbox"
                  checked={config !== undefined}
                  onChange={(event) => {
                    setChosen(event.target.checked ? { ...chosen, [name]: {} } : without());
                  }}
                />
                <span>
                  <code>{name}</code> <span className="figure">{description}</span>
                </span>
              </label>
              {config !== undefined && (
                <PolicyFields
                  defaults={defaultConfig}
                  config={config}
                  onConfig={(next) => {
                    setChosen({ ...chosen, [name]: next });
                  }}
                />
              )}
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}
