import type * as z from 'zod/mini'
import { type IntakeForm, intakeForm, intakeLine } from './intake-form.ts'

/**
 * A form that was read from a text, without values that a form may not have, such as text with
 * characters that cannot be stored. Such a value is empty, and its place in the text stays marked.
 */
export function fitForm({ items, ...header }: IntakeForm): IntakeForm {
  return {
    ...fitFields(intakeForm.shape, header),
    items: items.map((item) => fitFields(intakeLine.shape, item)),
  }
}

function fitFields<Fields extends Record<string, unknown>>(
  shape: Readonly<Record<string, z.ZodMiniType>>,
  fields: Fields,
): Fields {
  const fitting = Object.entries(fields).map(([name, value]) => {
    return [name, shape[name]?.safeParse(value).success ? value : null]
  })
  // Every field of a form may be null.
  return Object.fromEntries(fitting) as Fields
}
