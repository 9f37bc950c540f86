import { type ReactNode, useState } from 'react'
import { late } from '../page/Late.tsx'

// Rarely is there none.
const MissingRecord = late(async () => (await import('./MissingRecord.tsx')).MissingRecord)

type EditedRecordProps<Row> = {
  /** What was found by its code (`useRecord`). */
  of: { record: Row | undefined; isMissing: boolean; error: Error | null }
  noun: string
  code: string
  onClose: () => void
  /** Its form. */
  children: (record: Row) => ReactNode
}

/**
 * The form of the record that an address names, or that there is none. Its key is the code: a form
 * that is open stays with what is typed there, whatever becomes of the record's row.
 */
export function EditedRecord<Row>(props: EditedRecordProps<Row>) {
  const { of, noun, code, onClose, children } = props
  const [kept, setKept] = useState(of.record)
  if (of.record && of.record !== kept) setKept(of.record)
  const record = of.record ?? kept
  if (record) return children(record)
  if (!of.isMissing && !of.error) return null
  return <MissingRecord noun={noun} code={code} error={of.error} onClose={onClose} />
}
