/** A record selected in a form, such as a customer. */
export type Source = { id: number; code: string }

/** The value that a choice filled into a field, and its record, if any. */
export type Fill = { from: Source | undefined; value: string }

/** A field that a choice fills in: its value and the last fill. */
export type FilledField = { value: string; fill: Fill | undefined }

/**
 * True if the user typed the field's value: it is neither empty nor the filled-in value. Text typed
 * over a filled-in value counts as typed; text equal to it does not.
 */
export function isTyped({ value, fill }: FilledField): boolean {
  return value.trim() !== '' && value !== fill?.value
}

/**
 * The field after its choice changed or was cleared (`next` is undefined, or the new record has no
 * value). A filled-in value is replaced; typed text and the record it was typed for do not change.
 */
export function refill(field: FilledField, next: Fill | undefined, empty = ''): FilledField {
  if (field.value !== empty && isTyped(field)) return field
  return { value: next?.value || empty, fill: next }
}

/** The field after the user typed in it; `fill` is the fill of the current choice. */
export function typedOverFill(value: string, fill: Fill | undefined): FilledField {
  return { value, fill }
}

/**
 * The record for which the text was typed, if another one is selected now. Undefined if it was
 * typed for the current record or before any choice.
 */
export function typedForOther(field: FilledField, chosen: Source | undefined): Source | undefined {
  const from = field.fill?.from
  if (!from || !chosen || from.id === chosen.id) return undefined
  return isTyped(field) ? from : undefined
}

/** The fill that text typed from now on replaces: that of the current choice, if any. */
export function replaceableFill(
  fill: Fill | undefined,
  chosen: Source | undefined,
): Fill | undefined {
  return fill?.from?.id === chosen?.id ? fill : chosen && { from: chosen, value: '' }
}

/** The hint for text typed for another record, or over a filled-in value; else undefined. */
export function typedHint(field: FilledField, chosen: Source | undefined): string | undefined {
  const other = typedForOther(field, chosen)
  if (other) return `Entered for ${other.code}`
  return isTyped(field) && field.fill?.value ? `Replaces ${field.fill.value}` : undefined
}
