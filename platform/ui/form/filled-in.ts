/** A record that was chosen in a form, such as a customer. */
export type Source = { id: number; code: string }

/** The value that a choice filled into a field, and the record it came from where there is one. */
export type Fill = { from: Source | undefined; value: string }

/** A field that a choice fills in: what it holds, and what was filled in last. */
export type FilledField = { value: string; fill: Fill | undefined }

/**
 * Whether a person typed what a field holds: it is neither empty nor what a choice filled in.
 * Text typed over a filled-in value is typed; text typed back to it is not.
 */
export function isTyped({ value, fill }: FilledField): boolean {
  return value.trim() !== '' && value !== fill?.value
}

/**
 * The field after its choice changed or was cleared (`next` is undefined, or the new record has no
 * value). A filled-in value leaves with its record; typed text stays, and so does the record it was
 * typed for.
 */
export function refill(field: FilledField, next: Fill | undefined, empty = ''): FilledField {
  if (field.value !== empty && isTyped(field)) return field
  return { value: next?.value || empty, fill: next }
}

/** The field after a person typed in it; `fill` is what the record chosen now fills in. */
export function typeOver(value: string, fill: Fill | undefined): FilledField {
  return { value, fill }
}

/**
 * The record for which typed text was typed, where another one is chosen now; undefined where the
 * text was typed for the record chosen now or before any was chosen.
 */
export function typedForOther(field: FilledField, chosen: Source | undefined): Source | undefined {
  const from = field.fill?.from
  if (!from || !chosen || from.id === chosen.id) return undefined
  return isTyped(field) ? from : undefined
}

/** What typed text is typed over from now on: what the record chosen now filled in, if anything. */
export function fillUnder(fill: Fill | undefined, chosen: Source | undefined): Fill | undefined {
  return fill?.from?.id === chosen?.id ? fill : chosen && { from: chosen, value: '' }
}

/** What stands beside a value that was typed for another record, or in place of a filled-in one. */
export function typedHint(field: FilledField, chosen: Source | undefined): string | undefined {
  const other = typedForOther(field, chosen)
  if (other) return `Typed for ${other.code}`
  return isTyped(field) && field.fill?.value ? `Typed over ${field.fill.value}` : undefined
}
