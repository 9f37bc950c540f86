import { type ReactNode, useState } from 'react'
import { lazyPart } from '../page/LazyPart.tsx'

// Lazy-loaded, because a record is rarely missing.
const MissingRecord = lazyPart(async () => (await import('./MissingRecord.tsx')).MissingRecord)

type EditedRecordProps<Row> = {
  /** The result of `useRecord`. */
  of: { record: Row | undefined; isMissing: boolean; error: Error | null }
  noun: string
  code: string
  onClose: () => void
  /** Renders its form. */
  children: (record: Row) => ReactNode
}

/**
 * The edit form of the record in the URL, or a message if there is none. Use the code as its React
 * key: an open form with its input remains if the row leaves the list.
 */
export function EditedRecord<Row>(props: EditedRecordProps<Row>) {
  const { of, noun, code, onClose, children } = props
  const [lastRecord, setLastRecord] = useState(of.record)
  if (of.record && of.record !== lastRecord) setLastRecord(of.record)
  const record = of.record ?? lastRecord
  if (record) return children(record)
  if (!of.isMissing && !of.error) return null
  return <MissingRecord noun={noun} code={code} error={of.error} onClose={onClose} />
}
