import { field, type FieldOptions } from '#platform/kernel/list.ts'

/** A recorded field: its options in the list, and how it is entered and printed. */
type RecordedFieldOptions = FieldOptions & {
  label: string
  /** In characters. */
  maxLength: number
  /** It has several lines and is entered in a text area. */
  isMultiline?: true
  /** Its name on the order confirmation; without it, the confirmation does not list the field. */
  printedLabel?: string
}

/** Declares a recorded field; an unknown option does not compile. */
function recordedField<const O extends RecordedFieldOptions>(
  options: O & Record<Exclude<keyof O, keyof RecordedFieldOptions>, never>,
) {
  return field.text(options)
}

/**
 * The recorded fields of an order: optional texts that are kept with it as entered. Each has a
 * column of the same name in `server/tables.ts`. Forms, stored drafts, request bodies, answers, the
 * list, the details, import files, revisions and the audit log follow from this declaration.
 */
export const recordedFields = {
  customerPO: recordedField({
    label: 'Customer PO',
    maxLength: 50,
    printedLabel: 'Your PO',
    filterable: true,
    column: { isOptional: true },
  }),
  notes: recordedField({ label: 'Notes', maxLength: 5000, isMultiline: true }),
}
export type RecordedFieldName = keyof typeof recordedFields

/** An object with a value for each recorded field, in the order of their declaration. */
export function forRecordedFields<V>(
  valueOf: (name: RecordedFieldName, options: RecordedFieldOptions) => V,
): Record<RecordedFieldName, V> {
  const options: Record<RecordedFieldName, RecordedFieldOptions> = recordedFields
  // TypeScript types the keys of every object as any text; these are those of the declaration.
  const names = Object.keys(recordedFields) as RecordedFieldName[]
  const values = names.map((name) => [name, valueOf(name, options[name])] as const)
  return Object.fromEntries(values) as Record<RecordedFieldName, V>
}

const fieldsWithNames = forRecordedFields((name, options) => ({ ...options, name }))
const { customerPO: _, ...fieldsWithoutPo } = fieldsWithNames
/** The recorded fields with their names. */
export const recordedFieldList = Object.values(fieldsWithNames)
/** The same without the customer PO, which forms, files and details show in a place of its own. */
export const plainRecordedFields = Object.values(fieldsWithoutPo)
