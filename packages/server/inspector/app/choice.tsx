import { useId } from "preact/hooks";

export interface Option<Value extends string> {
  readonly value: Value;
  readonly name: string;
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly options: readonly Option<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** A select box. */
export function Choice<Value extends string>(props: ChoiceProps<Value> & { readonly hint?: string }) {
  const { label, hint, options, value, onChange } = props;
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={value}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => onChange(event.currentTarget.value as Value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.name}
          </option>
        ))}
      </select>
      {hint === undefined ? null : (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** Radio buttons for a few options with short names. */
export function Switcher<Value extends string>(props: ChoiceProps<Value> & { readonly describedBy?: string }) {
  const { label, options, value, onChange, describedBy } = props;
  const name = useId();
  return (
    <fieldset class="switcher" aria-describedby={describedBy}>
      <legend>{label}</legend>
      <div class="switches">
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span>{option.name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
