import { TextAreaField, TextField } from '#platform/ui/form/Fields.tsx'
import { plainRecordedFields } from '../../recorded-fields.ts'

/** The inputs of the recorded fields, without the customer PO. */
export function RecordedOrderFields() {
  return plainRecordedFields.map(({ name, label, maxLength, isMultiline }) =>
    isMultiline ? (
      <TextAreaField key={name} name={name} label={label} wide rows={2} />
    ) : (
      <TextField key={name} name={name} label={label} length={Math.min(maxLength, 24)} />
    ),
  )
}
