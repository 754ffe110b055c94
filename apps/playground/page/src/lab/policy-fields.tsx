import { Field } from '../parts/field.js';
import type { OptionValue, PolicyConfig } from './use-lab.js';

/** A field for each option of a policy that is a number, a text or a choice; empty, its default holds. */
export function PolicyFields({
  defaults,
  config,
  onConfig,
}: {
  readonly defaults: Readonly<Record<string, unknown>>;
  readonly config: PolicyConfig;
  readonly onConfig: (config: PolicyConfig) => void;
}) {
  const set = (name: string, value: OptionValue | undefined) => {
    const others = Object.entries(config).filter(([other]) => other !== name);
    onConfig(Object.fromEntries(value === undefined ? others : [...others, [name, value]]));
  };
  const fields = Object.entries(defaults).filter(([, value]) => typeof value !== 'object');
  if (fields.length === 0) return null;
  return (
    <div className="field-grid">
      {fields.map(([name, value]) =>
        typeof value === 'boolean' ? (
          <label key={name} className="check">
            <input
              type="checkbox"
              checked={(config[name] ?? value) === true}
              onChange={(event) => {
                set(name, event.target.checked === value ? undefined : event.target.checked);
              }}
            />
            <span>{name}</span>
          </label>
        ) : (
          <Field key={name} label={name}>
            {(names) => (
              <input
                {...names}
                type={typeof value === 'number' ? 'number' : 'text'}
                step="any"
                placeholder={String(value).slice(0, 40)}
                value={String(config[name] ?? '')}
                onChange={({ target }) => {
                  const typed = typeof value === 'number' ? target.valueAsNumber : target.value;
                  set(name, target.value === '' || Number.isNaN(typed) ? undefined : typed);
                }}
              />
            )}
          </Field>
        ),
      )}
    </div>
  );
}
