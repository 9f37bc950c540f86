import { type FieldErrors, get, set } from 'react-hook-form'

/** What the page shows in an input of a form. */
export type ShownInput = {
  /** The id of the form, a hyphen and the name of the field. */
  id: string
  /** The text of the input; empty for a number that the browser cannot read. */
  text: string
  /** The input finds a record, such as a customer, whose text it then shows. */
  isCombobox: boolean
  /** The browser cannot read the typed text as a number, such as `1e` or `10k`. */
  isUnreadable: boolean
}

export const noChoiceMessage = 'Choose one of the matches, or clear the field'

type ShownForm = { formId: string; values: object; inputs: readonly ShownInput[] }

/**
 * The errors of a form, with one for each typed text that its values lack: a number that the
 * browser cannot read, and text in a combobox without a choice. Both are empty values, which would
 * be sent as 0 or as no record although the person sees what they typed.
 */
export function withUnreadInputs(
  errors: FieldErrors,
  { formId, values, inputs }: ShownForm,
): FieldErrors {
  const all: FieldErrors = { ...errors }
  for (const { id, text, isCombobox, isUnreadable } of inputs) {
    if (!id.startsWith(`${formId}-`)) continue
    const name = id.slice(formId.length + 1)
    const isWithoutChoice =
      isCombobox && text.trim() !== '' && get(values, name) === undefined && !get(errors, name)
    if (isUnreadable) set(all, name, { type: 'unread', message: 'Invalid input' })
    else if (isWithoutChoice) set(all, name, { type: 'unread', message: noChoiceMessage })
  }
  return all
}

/** The inputs of a form on the page. */
export function shownInputs(formId: string): ShownInput[] {
  const inputs = document.getElementById(formId)?.querySelectorAll('input') ?? []
  return [...inputs].map((input) => ({
    id: input.id,
    text: input.value,
    isCombobox: input.getAttribute('role') === 'combobox',
    isUnreadable: input.validity.badInput,
  }))
}
