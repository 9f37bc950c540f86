import { useFormContext, useWatch } from 'react-hook-form'
import type { Choice } from '../fields/use-combobox-choices.ts'
import { Combobox } from '../fields/Combobox.tsx'
import { CustomField } from './Fields.tsx'
import { useFormParts } from './form-context.ts'
import type { PastedCode } from './use-pasted-lines.ts'

type RecordFieldProps<C extends Choice> = {
  name: string
  label: string
  /** The cache key of the choices found, such as `skus`. */
  source: string
  search: (text: string, signal: AbortSignal) => Promise<C[]>
  /** Called after a choice was selected or cleared, to fill dependent fields. */
  onChoice?: (choice: C | undefined) => void
  placeholder?: string
  /** The form field with the pasted code, which is shown until its record is found. */
  pastedIn?: string
  /** Its codes are on barcodes: a button scans one by camera. */
  isScannable?: boolean
  /** The number of its line, if the form has several: then only phones and tablets scan. */
  line?: number
}

/** A combobox field for a record, found by code or name; its value is a choice or undefined. */
export function RecordField<C extends Choice>(props: RecordFieldProps<C>) {
  const { name, label, source, search, onChoice, placeholder, pastedIn } = props
  const { awaited } = useFormParts()
  const { setValue } = useFormContext()
  const from = pastedIn ?? name
  const watched: unknown = useWatch({ name: from })
  const pasted = pastedIn === undefined ? undefined : (watched as PastedCode | undefined)
  return (
    <CustomField name={name} label={label}>
      {(control, value, change) => (
        <Combobox<C>
          {...control}
          name={source}
          // The form's value of this field is always a choice or undefined.
          value={value as C | undefined}
          typed={pasted?.code}
          isUnknown={pasted?.isUnknown ?? false}
          onText={() => pasted && setValue(from, undefined)}
          onChange={(choice) => {
            change(choice)
            onChoice?.(choice)
          }}
          onWait={(end) => {
            awaited.add(end)
            void end.finally(() => awaited.delete(end))
          }}
          search={search}
          scanTarget={props.isScannable ? scanTargetOf(props) : undefined}
          isInLine={props.line !== undefined}
          placeholder={placeholder ?? 'Type a code or a name'}
        />
      )}
    </CustomField>
  )
}

/** The label in the name of the scan button, without the sign of a required field. */
function scanTargetOf({ label, line }: { label: string; line?: number }): string {
  const field = label.replace(/ \*$/, '')
  return line === undefined ? field : `${field}, line ${line}`
}
