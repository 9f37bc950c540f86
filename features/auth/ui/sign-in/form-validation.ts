import { type FormEvent, useState } from 'react'

type Errors = Readonly<Record<string, string | undefined>>

/**
 * Validates the fields of a sign-in form: `Required` for an empty field, `Invalid input` if the
 * browser reports a type mismatch. Runs on submit, and on change after an error.
 */
export function useFormErrors(names: readonly string[]) {
  const [errors, setErrors] = useState<Errors>({})
  const check = (form: HTMLFormElement): boolean => {
    const fieldErrors = names.map((name) => [name, errorOf(inputOf(form, name))] as const)
    setErrors(Object.fromEntries(fieldErrors))
    const first = fieldErrors.find(([, error]) => error)
    if (first) inputOf(form, first[0])?.focus()
    return first === undefined
  }
  const recheck = (event: FormEvent<HTMLFormElement>) => {
    const { target } = event
    if (!(target instanceof HTMLInputElement) || !errors[target.name]) return
    setErrors({ ...errors, [target.name]: errorOf(target) })
  }
  const showErrors = (fields: readonly { path: string; message: string }[]) =>
    setErrors(Object.fromEntries(fields.map(({ path, message }) => [path, message])))
  return { errors, check, recheck, show: showErrors }
}

/** The text values of a form by field name. */
export function formValuesOf(form: HTMLFormElement): Record<string, string> {
  const values: Record<string, string> = {}
  for (const [name, value] of new FormData(form))
    if (typeof value === 'string') values[name] = value
  return values
}

/** Focuses a field when it mounts: the first field of a page that is one form. */
export function focusOnMount(input: HTMLInputElement | null): void {
  // Does not steal the focus from a tab reached by the arrow keys.
  if (document.activeElement?.matches('[role=tab]:focus-visible')) return
  input?.focus()
}

function inputOf(form: HTMLFormElement, name: string): HTMLInputElement | undefined {
  const input = form.elements.namedItem(name)
  return input instanceof HTMLInputElement ? input : undefined
}

function errorOf(input: HTMLInputElement | undefined): string | undefined {
  if (!input) return undefined
  // Whitespace is significant in passwords only.
  const text = input.name.toLowerCase().includes('password') ? input.value : input.value.trim()
  if (text === '') return 'Required'
  return input.validity.typeMismatch ? 'Invalid input' : undefined
}
