import { FileDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import type { BulkAction } from '#platform/ui/table/BulkBar.tsx'
import type { Sendable } from '../../contract.ts'
import type { NamedRecord } from '../use-document-job.ts'

const ManyDocumentsDialog = lazyPart(
  async () => (await import('../ManyDocumentsDialog.tsx')).ManyDocumentsDialog,
)

/** The bulk action that saves or emails the documents of selected records, and its dialog. */
export function useManyDocuments<Row extends { id: number }>(
  name: Sendable,
  codeOf: (row: Row) => string,
): { action: BulkAction<Row>; dialog: ReactNode } {
  const [records, setRecords] = useState<readonly NamedRecord[]>()
  const action: BulkAction<Row> = {
    label: 'Save or email',
    icon: FileDown,
    run: (rows) => setRecords(rows.map((row) => ({ id: row.id, code: codeOf(row) }))),
  }
  const close = () => setRecords(undefined)
  const dialog = records && <ManyDocumentsDialog name={name} records={records} onClose={close} />
  return { action, dialog }
}
