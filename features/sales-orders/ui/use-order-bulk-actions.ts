import { Play, Printer, Truck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { useManyDocuments } from '#features/documents/ui/parts/use-many-documents.tsx'
import { maxSteps } from '#platform/kernel/bulk.ts'
import { outcomeNotice } from '#platform/ui/notices/outcome-notice.ts'
import type { BulkAction } from '#platform/ui/table/BulkBar.tsx'
import { useWrite } from '#platform/web/api-hooks.ts'
import { type SalesOrder, changeSalesOrders } from '../contract.ts'
import type { OrderDocument } from './use-order-documents.ts'
import { orderReads } from './use-order-steps.ts'

const parts = { of: 'ids', chunkSize: maxSteps }

type Print = (document: OrderDocument, orders: readonly SalesOrder[]) => Promise<void>

/** The bulk actions on sales orders that this user may run. */
export function useOrderBulk(print: Print): {
  bulk: readonly BulkAction<SalesOrder>[]
  documents: ReactNode
} {
  const may = useMay()
  const failure = 'Failed to update sales orders'
  const recall = useWrite(changeSalesOrders, {
    refreshes: orderReads,
    parts,
    success: (outcome) => outcomeNotice(outcome, 'recalled'),
    failure,
  })
  const undo = (ids: readonly number[]) =>
    recall.tryRun({ body: { action: 'recall', ids: [...ids], reason: 'Undone' } })
  const many = useWrite(changeSalesOrders, {
    refreshes: orderReads,
    parts,
    success: (outcome, { body }) =>
      body?.action === 'ship'
        ? outcomeNotice(outcome, 'shipped')
        : outcomeNotice(outcome, 'started', may('salesOrders.recall') ? undo : undefined),
    failure,
  })
  const run = (action: 'process' | 'ship') => async (rows: readonly SalesOrder[]) => {
    await many.tryRun({ body: { action, ids: rows.map(({ id }) => id) } })
  }
  const shortcut = 'approveSelected' as const
  const start = { label: 'Start processing', icon: Play, shortcut, run: run('process') }
  const ship = { label: 'Mark shipped', icon: Truck, run: run('ship') }
  const confirmations = useManyDocuments<SalesOrder>(
    'order-confirmation',
    ({ orderNumber }) => orderNumber,
  )
  const bulk: readonly BulkAction<SalesOrder>[] = [
    ...(may('salesOrders.process') ? [start] : []),
    ...(may('salesOrders.ship') ? [ship] : []),
    {
      label: 'Print packing slips',
      icon: Printer,
      shortcut: 'printSelected',
      run: (rows) => print('packing-slip', rows),
    },
    confirmations.action,
  ]
  return { bulk, documents: confirmations.dialog }
}
