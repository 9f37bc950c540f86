import { Check, Printer } from 'lucide-react'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { useManyDocuments } from '#features/documents/ui/parts/use-many-documents.tsx'
import { usePrintJob } from '#features/documents/ui/parts/use-print-job.ts'
import { readSettings } from '#features/settings/contract.ts'
import { defaultSettings } from '#features/settings/rules.ts'
import { maxSteps } from '#platform/kernel/bulk.ts'
import { outcomeNotice } from '#platform/ui/notices/outcome-notice.ts'
import type { BulkAction } from '#platform/ui/table/BulkBar.tsx'
import { useRead, useWrite } from '#platform/web/api-hooks.ts'
import { send } from '#platform/web/api-client.ts'
import { type GoodsReturn, readReturn, approveReturns } from '../contract.ts'
import { returnReads } from './use-return-writes.ts'

/** Returns the bulk actions this user may perform on returns, their print job and their dialog. */
export function useReturnBulk() {
  const may = useMay()
  const { data: settings = defaultSettings } = useRead(readSettings)
  const { printAll, job, endJob } = usePrintJob()
  const forms = useManyDocuments<GoodsReturn>('return-form', ({ returnNumber }) => returnNumber)
  const many = useWrite(approveReturns, {
    refreshes: returnReads,
    parts: { of: 'ids', chunkSize: maxSteps },
    success: (outcome) => outcomeNotice(outcome, 'approved'),
    failure: 'Failed to approve returns',
  })
  const approve: BulkAction<GoodsReturn> = {
    label: 'Approve',
    icon: Check,
    shortcut: 'approveSelected',
    run: (rows) => many.tryRun({ body: { action: 'approve', ids: rows.map(({ id }) => id) } }),
  }
  const print: BulkAction<GoodsReturn> = {
    label: 'Print return forms',
    icon: Printer,
    shortcut: 'printSelected',
    run: (rows) =>
      printAll(rows, async ({ id }) => {
        const { returnDocument } = await import('../printed-documents.ts')
        const goods = await send(readReturn, { params: { id } })
        return (company) => returnDocument(goods, settings, company)
      }),
  }
  const bulk = [...(may('returns.approve') ? [approve] : []), print, forms.action]
  return { bulk, job, endJob, documents: forms.dialog }
}
