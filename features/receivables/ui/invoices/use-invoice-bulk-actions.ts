import { Printer } from 'lucide-react'
import { useManyDocuments } from '#features/documents/ui/parts/use-many-documents.tsx'
import { usePrintJob } from '#features/documents/ui/parts/use-print-job.ts'
import type { BulkAction } from '#platform/ui/table/BulkBar.tsx'
import { send } from '#platform/web/api-client.ts'
import { type Invoice, readInvoice } from '../../contract.ts'

/** Returns the bulk actions for invoices, and their print job. */
export function useInvoiceBulk() {
  const { printAll, job, endJob } = usePrintJob()
  const many = useManyDocuments<Invoice>('invoice', ({ invoiceNumber }) => invoiceNumber)
  const print: BulkAction<Invoice> = {
    label: 'Print invoices',
    icon: Printer,
    shortcut: 'printSelected',
    run: (rows) =>
      printAll(rows, async ({ id }) => {
        const { invoiceDocument } = await import('../../printed-documents.ts')
        const invoice = await send(readInvoice, { params: { id } })
        return (company) => invoiceDocument(invoice, company)
      }),
  }
  return { bulk: [print, many.action], job, endJob, documents: many.dialog }
}
