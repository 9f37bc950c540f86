import { clsx } from 'clsx'
import { type ReactNode, useEffect, useId } from 'react'
import { Controller, get, useFormContext, useWatch } from 'react-hook-form'
import { DayField } from '../dates/DayField.tsx'
import { Field } from '../fields/Field.tsx'
import { NumberInput } from '../fields/NumberInput.tsx'
import { useFormParts } from './form-context.ts'
import { errorText } from './field-text.ts'

type Common = { name: string; label: string; hint?: ReactNode; wide?: boolean }
/** Called after each change by the user. */
type Typed = { onType?: () => void }

/** The common parts of a form field: id, error, and label for the error summary. */
function useField({ name, label }: { name: string; label: string }) {
  const { formId, labels } = useFormParts()
  const { register, formState } = useFormContext()
  useEffect(() => {
    labels.set(name, label)
  }, [labels, name, label])
  const error = get(formState.errors, name) as { message?: string } | undefined
  return { id: `${formId}-${name}`, error: error && errorText(error.message), register }
}

type TextFieldProps = Common &
  Typed & {
    type?: 'text' | 'email' | 'tel' | 'url' | 'password'
    autoComplete?: string
    /** Suggestions while typing; any other text is valid, too. */
    suggestions?: readonly string[]
    /** The expected length in characters, which sets the width. */
    length?: number
  }

export function TextField(props: TextFieldProps) {
  const { name, type = 'text', autoComplete = 'off', suggestions, length, onType } = props
  const { id, error, register } = useField(props)
  const listId = useId()
  return (
    <Field {...shared(props)} id={id} error={error}>
      {(control) => (
        <>
          <input
            {...control}
            {...register(name, onType && { onChange: onType })}
            type={type}
            autoComplete={autoComplete}
            list={suggestions && listId}
            className="control"
            style={length ? { maxWidth: `${length + 4}ch` } : undefined}
          />
          {suggestions && (
            <datalist id={listId}>
              {suggestions.map((text) => (
                <option key={text}>{text}</option>
              ))}
            </datalist>
          )}
        </>
      )}
    </Field>
  )
}

export function TextAreaField(props: Common & Typed & { rows?: number }) {
  const { id, error, register } = useField(props)
  const { onType } = props
  return (
    <Field {...shared(props)} id={id} error={error}>
      {(control) => (
        <textarea
          {...control}
          {...register(props.name, onType && { onChange: onType })}
          rows={props.rows ?? 3}
          className="control"
        />
      )}
    </Field>
  )
}

/** An amount: a number input in steps of 0.01 whose value is decimal text. */
export function MoneyField(props: Common & Typed) {
  const { id, error, register } = useField(props)
  const { name, onType } = props
  return (
    <Field {...shared(props)} id={id} error={error}>
      {(control) => (
        <NumberInput
          {...control}
          {...register(name, onType && { onChange: onType })}
          step="0.01"
          className="max-w-[18ch]"
        />
      )}
    </Field>
  )
}

/** A whole number of units; the form stores the typed text, and `toWire` converts it. */
export function UnitsField(props: Common & { min?: number }) {
  const { id, error, register } = useField(props)
  return (
    <Field {...shared(props)} id={id} error={error}>
      {(control) => (
        <NumberInput
          {...control}
          {...register(props.name)}
          step="1"
          min={props.min}
          className="max-w-[14ch]"
        />
      )}
    </Field>
  )
}

export type SelectOption = { value: string; label: string }

export function SelectField(props: Common & { options: readonly SelectOption[] }) {
  const { id, error, register } = useField(props)
  return (
    <Field {...shared(props)} id={id} error={error}>
      {(control) => (
        <select {...control} {...register(props.name)} className="control max-w-[32ch]">
          {props.options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** A business day; the form stores ISO text, or the typed text if it is not a date. */
export function DateField(props: Common & Typed) {
  const { id, error } = useField(props)
  const { onType } = props
  return (
    <Controller
      name={props.name}
      render={({ field: { ref, value, onChange, onBlur } }) => (
        <DayField
          {...shared(props)}
          {...{ id, error, ref, onBlur }}
          value={typeof value === 'string' ? value : ''}
          onType={(typed) => {
            onChange(typed)
            onType?.()
          }}
        />
      )}
    />
  )
}

/** A toggle with its label beside it. */
export function SwitchField(props: Common) {
  const { id, error, register } = useField(props)
  return (
    <div className={props.wide ? 'md:col-span-2' : ''}>
      <label className="inline-flex min-h-9 items-center gap-3 pointer-coarse:min-h-11">
        <input
          {...register(props.name)}
          id={id}
          type="checkbox"
          // A checkbox exposes its state itself, also with the switch role.
          // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props
          role="switch"
          aria-describedby={props.hint ? `${id}-hint` : undefined}
          className={clsx(
            'peer relative h-5 w-9 shrink-0 appearance-none rounded-full border border-control',
            'bg-surface-2 transition-colors before:absolute before:top-[3px] before:left-[3px]',
            'before:size-3 before:rounded-full before:bg-muted before:transition-transform',
            'checked:border-accent checked:bg-accent checked:before:translate-x-4',
            'checked:before:bg-on-accent',
          )}
        />
        <span className="text-label">{props.label}</span>
      </label>
      {props.hint && (
        <p id={`${id}-hint`} className="text-caption font-normal text-muted">
          {props.hint}
        </p>
      )}
      {error && <p className="text-table text-danger">{error}</p>}
    </div>
  )
}

type CustomFieldProps = Common & {
  children: (
    control: Parameters<Parameters<typeof Field>[0]['children']>[0],
    value: unknown,
    change: (value: unknown) => void,
  ) => ReactNode
}

/** Wraps any other input, such as a Combobox, as a form field. */
export function CustomField(props: CustomFieldProps) {
  const { id, error } = useField(props)
  // A controller would show the default value instead of undefined.
  const value: unknown = useWatch({ name: props.name })
  return (
    <Field {...shared(props)} id={id} error={error}>
      {(control) => (
        <Controller
          name={props.name}
          render={({ field }) => <>{props.children(control, value, field.onChange)}</>}
        />
      )}
    </Field>
  )
}

function shared({ label, hint, wide = false }: Common) {
  return { label, hint, wide }
}
