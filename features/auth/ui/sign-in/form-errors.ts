import { type FormEvent, useState } from 'react'

type Errors = Readonly<Record<string, string | undefined>>

/**
 * What is wrong with the few fields of a sign-in form: `Required` where one is empty, `Invalid
 * input` where the browser says so. Checked on submit, and again on change after an error.
 */
export function useFormErrors(names: readonly string[]) {
  const [errors, setErrors] = useState<Errors>({})
  const check = (form: HTMLFormElement): boolean => {
    const wrong = names.map((name) => [name, errorOf(inputOf(form, name))] as const)
    setErrors(Object.fromEntries(wrong))
    const first = wrong.find(([, error]) => error)
    if (first) inputOf(form, first[0])?.focus()
    return first === undefined
  }
  const recheck = (event: FormEvent<HTMLFormElement>) => {
    const { target } = event
    if (!(target instanceof HTMLInputElement) || !errors[target.name]) return
    setErrors({ ...errors, [target.name]: errorOf(target) })
  }
  const show = (fields: readonly { path: string; message: string }[]) =>
    setErrors(Object.fromEntries(fields.map(({ path, message }) => [path, message])))
  return { errors, check, recheck, show }
}

/** The texts typed into a form, by the names of its fields. */
export function textsOf(form: HTMLFormElement): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') texts[name] = value
  return texts
}

/** Puts the focus into a field when it appears, as the first one of a form that is the page. */
export function focusFirst(input: HTMLInputElement | null): void {
  // Who walks the tabs by their arrows stays there.
  if (document.activeElement?.matches('[role=tab]:focus-visible')) return
  input?.focus()
}

function inputOf(form: HTMLFormElement, name: string): HTMLInputElement | undefined {
  const input = form.elements.namedItem(name)
  return input instanceof HTMLInputElement ? input : undefined
}

function errorOf(input: HTMLInputElement | undefined): string | undefined {
  if (!input) return undefined
  // Spaces are part of a password and of nothing else.
  const text = input.name.toLowerCase().includes('password') ? input.value : input.value.trim()
  if (text === '') return 'Required'
  return input.validity.typeMismatch ? 'Invalid input' : undefined
}
