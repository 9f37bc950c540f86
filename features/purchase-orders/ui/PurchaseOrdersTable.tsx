import { Check, Plus, Printer, Send } from 'lucide-react'
import { VendorLink } from '#features/vendors/ui/parts/VendorLink.tsx'
import { noPermissionText, useMay } from '#features/auth/ui/parts/current-user.ts'
import { useManyDocuments } from '#features/documents/ui/parts/use-many-documents.tsx'
import { ListViews } from '#features/views/ui/parts/ListViews.tsx'
import { vendorFilter } from '#features/vendors/ui/parts/vendor-filter.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { ImportButton } from '#platform/ui/import/ImportButton.tsx'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import { Tooltip } from '#platform/ui/buttons/Tooltip.tsx'
import { keysOf } from '#platform/ui/keyboard/shortcuts.ts'
import type { BulkAction } from '#platform/ui/table/BulkBar.tsx'
import { hasVisibleColumn } from '#platform/ui/table/columns.ts'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import { columnsOf } from '#platform/ui/table/declared-columns.ts'
import { filtersOf } from '#platform/ui/table/filters/declared-filters.ts'
import { groupsOf } from '#platform/ui/table/groups/declared-groups.ts'
import type { ListState } from '#platform/web/list-state.ts'
import { ExpectedDateText } from './ExpectedDateText.tsx'
import {
  type PurchaseOrder,
  listPurchaseOrders,
  purchaseOrderList,
  sumPurchaseOrders,
} from '../contract.ts'
import { usePurchaseSteps } from './use-purchase-steps.tsx'
import { useManyWrites } from './use-purchase-step-writes.ts'

const PurchaseOrderLinesPreview = lazyPart(
  async () => (await import('./PurchaseOrderLinesPreview.tsx')).PurchaseOrderLinesPreview,
)
const PrintDocuments = lazyPart(
  async () => (await import('#features/documents/ui/parts/PrintDocuments.tsx')).PrintDocuments,
)

export const { defaultSort } = purchaseOrderList
export const codeOf = (order: { orderNumber: string }) => order.orderNumber

/** The columns of the purchase order list. */
export const columns = columnsOf(purchaseOrderList, {
  vendorId: {
    text: (order) => `Vendor #${order.vendorId} · ${order.vendorName}`,
    cell: (order) => <VendorLink of={order} />,
  },
  status: {
    text: (order) => order.displayStatus,
    cell: (order) => <StatusBadge status={order.status} also={order.displayStatus} />,
  },
  expectedDate: (order) => <ExpectedDateText order={order} />,
})

const progress = ['lineCount', 'fillPercent'] as const

/** Requests the progress fields only while a column that needs them is shown. */
export function moreOf(list: ListState): { with?: 'progress' } {
  return hasVisibleColumn('purchase-orders', progress, list) ? { with: 'progress' } : {}
}

/** The query that finds an order by its number, with the extra fields of the list. */
export function lookupQuery(orderNumber: string | undefined, list: ListState) {
  return { orderNumber, limit: 100, ...moreOf(list) }
}

const filters = filtersOf(purchaseOrderList, { vendorCode: vendorFilter })

const groups = groupsOf(purchaseOrderList, {
  endpoint: sumPurchaseOrders,
  what: 'order',
})

/** The columns for roles that may not read costs. */
const pricelessColumns = columns.filter(({ id }) => id !== 'totalAmount')

/** The list of purchase orders, newest first, with its row actions and bulk actions. */
export function PurchaseOrdersTable({ list }: { list: ListState }) {
  const may = useMay()
  const mayCreate = may('purchaseOrders.create')
  const mayImport = may('purchaseOrders.import')
  const steps = usePurchaseSteps(list)
  const { papers } = steps
  const documents = useManyDocuments<PurchaseOrder>('purchase-order', codeOf)
  const bulk = [...usePurchaseBulk(papers.print), documents.action]
  const add = () => list.change({ new: '1' }, 'push')
  return (
    <div>
      <ListViews name={purchaseOrderList.name} list={list} views={purchaseOrderList.views} />
      <DataTable
        name={purchaseOrderList.name}
        title="Purchase Order List"
        endpoint={listPurchaseOrders}
        list={list}
        fixed={moreOf(list)}
        usualSort={defaultSort}
        columns={may('skus.cost') ? columns : pricelessColumns}
        filters={filters}
        isScannable
        codeOf={codeOf}
        actionsOf={steps.rowActions}
        exportsRow
        bulk={bulk}
        primary={
          <>
            <ImportButton list={list} mayImport={mayImport} />
            <Tooltip label="Create Purchase Order" keys={keysOf('add')}>
              <Button
                kind={mayCreate ? 'primary' : 'secondary'}
                icon={Plus}
                onClick={add}
                whyNot={mayCreate ? undefined : noPermissionText}
              >
                Create Purchase Order
              </Button>
            </Tooltip>
          </>
        }
        onOpen={(order) => list.openRecord(codeOf(order))}
        {...(mayCreate && { onAdd: add })}
        empty={<p className="text-muted">Create the first purchase order.</p>}
        groups={groups}
        preview={({ id }) => <PurchaseOrderLinesPreview id={id} />}
      />
      {steps.dialog}
      {documents.dialog}
      {papers.job && (
        <PrintDocuments key={papers.job.count} {...papers.job} onDone={papers.endJob} />
      )}
    </div>
  )
}

/** The bulk actions that this user may perform. */
function usePurchaseBulk(
  print: (rows: readonly PurchaseOrder[]) => Promise<void>,
): readonly BulkAction<PurchaseOrder>[] {
  const may = useMay()
  const many = useManyWrites()
  const run = (action: 'submit' | 'approve') => async (rows: readonly PurchaseOrder[]) => {
    await many.tryRun({ body: { action, ids: rows.map(({ id }) => id) } })
  }
  const submit = { label: 'Submit', icon: Send, run: run('submit') }
  const shortcut = 'approveSelected' as const
  const approve = { label: 'Approve', icon: Check, shortcut, run: run('approve') }
  return [
    ...(may('purchaseOrders.create') ? [submit] : []),
    ...(may('purchaseOrders.approve') ? [approve] : []),
    { label: 'Print', icon: Printer, shortcut: 'printSelected', run: (rows) => print(rows) },
  ]
}
