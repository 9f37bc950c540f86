import { Combobox } from '../Combobox.tsx'
import type { Choice } from '../choices.ts'
import { CustomField } from './Fields.tsx'

type ChoiceFieldProps = {
  name: string
  label: string
  /** Under what the choices made are remembered, such as `skus`. */
  source: string
  search: (text: string, signal: AbortSignal) => Promise<Choice[]>
}

/** A record of many, found by its code or name; its value is a choice, undefined before one. */
export function ChoiceField({ name, label, source, search }: ChoiceFieldProps) {
  return (
    <CustomField name={name} label={label}>
      {(control, value, change) => (
        <Combobox
          {...control}
          name={source}
          // The form's value of this field is always a choice or undefined.
          value={value as Choice | undefined}
          onChange={change}
          search={search}
          placeholder="Type a code or a name"
        />
      )}
    </CustomField>
  )
}
