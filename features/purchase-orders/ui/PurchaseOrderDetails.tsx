import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { timelineTab } from '#features/comments/ui/parts/Timeline.tsx'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { DocumentSheet } from '#features/documents/ui/parts/DocumentSheet.tsx'
import { DocumentsTab, documentsOf } from '#features/documents/ui/parts/DocumentsTab.tsx'
import { PrintDocuments } from '#features/documents/ui/parts/PrintDocuments.tsx'
import { DocumentTools } from '#features/documents/ui/parts/DocumentTools.tsx'
import { DetailsDialog } from '#platform/ui/dialogs/DetailsDialog.tsx'
import { IconButton } from '#platform/ui/buttons/IconButton.tsx'
import { MissingRecord } from '#platform/ui/records/MissingRecord.tsx'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import { Loaded } from '#platform/ui/page/Loaded.tsx'
import type { Tab } from '#platform/ui/menu/Tabs.tsx'
import { useRowExport } from '#platform/ui/table/export/export-row-action.ts'
import { useRecord } from '#platform/ui/records/use-record.ts'
import { useRead } from '#platform/web/api-hooks.ts'
import { type ListState, recordViewOf } from '#platform/web/list-state.ts'
import { PurchaseOrderLinesTab } from './PurchaseOrderLinesTab.tsx'
import { purchaseOrderDocument } from '../printed-documents.ts'
import {
  readRelatedOfPurchase,
  type PurchaseOrder,
  type PurchaseOrderDetails as Details,
  listPurchaseOrders,
  readPurchaseOrder,
} from '../contract.ts'
import { codeOf, columns, lookupQuery, moreOf, defaultSort } from './PurchaseOrdersTable.tsx'
import { PurchaseOrderOverview } from './PurchaseOrderOverview.tsx'
import { usePurchaseSteps } from './use-purchase-steps.tsx'
import { Approvals } from './Approvals.tsx'
import { ControlWaivers } from './ControlWaivers.tsx'
import { RelatedOfPurchase } from './parts/RelatedOfPurchase.tsx'
import { ReceiptsTab } from './receipts/ReceiptsTab.tsx'

type PurchaseOrderDetailsProps = {
  list: ListState
  code: string
  moreTabs: (order: PurchaseOrder) => readonly Tab[]
}

/** Redirects old tab addresses to the tab that replaced them. */
const formerTabs: Record<string, string> = {
  requisitions: 'related',
  returns: 'related',
  sent: 'documents',
}

/** The details of a purchase order over the list. Printing them prints the vendor's document. */
export function PurchaseOrderDetails({ list, code, moreTabs }: PurchaseOrderDetailsProps) {
  const fixed = moreOf(list)
  const of = { endpoint: listPurchaseOrders, list, usualSort: defaultSort, fixed, codeOf }
  const found = useRecord({ ...of, code, lookUp: lookupQuery(code, list) })
  const mayEdit = useMay()('purchaseOrders.create')
  const steps = usePurchaseSteps(list)
  const exportOf = useRowExport({ name: 'purchase-orders', columns, list })
  const { papers } = steps
  const { record } = found
  if (found.isMissing || found.error) {
    return (
      <MissingRecord noun="purchase order" code={code} error={found.error} onClose={list.close} />
    )
  }
  const edit = () => list.change({ open: undefined, tab: undefined, edit: code }, 'push')
  return (
    <>
      <DetailsDialog
        title="Purchase Order Details"
        isTitleKind
        subtitle={record ? `${code} · ${record.vendorName}` : code}
        badge={record && <StatusBadge status={record.status} also={record.displayStatus} />}
        position={found.position}
        renewal={found.renewal}
        onEdit={mayEdit ? edit : undefined}
        {...(record && {
          actions: {
            label: `Actions for ${code}`,
            items: [...steps.detailActions(record), exportOf(record)],
            button: <IconButton icon={Ellipsis} label={`Actions for ${code}`} />,
          },
        })}
        documentActions={record && <DocumentTools name="purchase-order" id={record.id} />}
        tabs={record ? tabsOf(record, moreTabs(record), papers.print) : []}
        {...recordViewOf(list)}
        tab={formerTabs[list.search.tab ?? ''] ?? list.search.tab}
        onClose={list.close}
        isLoading={!record}
      />
      {steps.dialog}
      {record && !papers.job && <Sheet id={record.id} />}
      {papers.job && (
        <PrintDocuments key={papers.job.count} {...papers.job} onDone={papers.endJob} />
      )}
    </>
  )
}

function Sheet({ id }: { id: number }) {
  const { data } = useRead(readPurchaseOrder, { params: { id } })
  return data ? (
    <DocumentSheet documents={[(company) => purchaseOrderDocument(data, company)]} />
  ) : null
}

type Print = (orders: readonly PurchaseOrder[]) => unknown

function tabsOf(order: PurchaseOrder, more: readonly Tab[], print: Print): Tab[] {
  const { id } = order
  return [
    { id: 'overview', label: 'Overview', render: () => <PurchaseOrderOverview order={order} /> },
    {
      id: 'lines',
      label: 'Lines',
      render: () => (
        <FullOrder id={id}>{(fullOrder) => <PurchaseOrderLinesTab order={fullOrder} />}</FullOrder>
      ),
    },
    { id: 'receipts', label: 'Receipts', render: () => <ReceiptsTab order={order} /> },
    {
      id: 'related',
      label: 'Related',
      render: () => <RelatedOfPurchase id={id} orderNumber={order.orderNumber} />,
    },
    {
      id: 'documents',
      label: 'Documents',
      render: () => <PrintActions order={order} print={print} />,
    },
    ...more,
    timelineTab({
      label: 'Timeline',
      entity: 'purchase_order',
      id,
      between: (
        <FullOrder id={id}>
          {(fullOrder) => (
            <>
              <Approvals order={fullOrder} />
              <ControlWaivers order={fullOrder} />
            </>
          )}
        </FullOrder>
      ),
    }),
  ]
}

function PrintActions({ order, print }: { order: PurchaseOrder; print: Print }) {
  const { id } = order
  const read = useRead(readRelatedOfPurchase, { params: { id } })
  const name = 'purchase-order'
  const own = { name, id, title: 'Purchase order', print: () => print([order]) } as const
  return (
    <Loaded read={read}>
      {(records) => (
        <DocumentsTab documentOwners={[own, ...documentsOf(records)]} sent={{ name, id }} />
      )}
    </Loaded>
  )
}

function FullOrder({ id, children }: { id: number; children: (order: Details) => ReactNode }) {
  const read = useRead(readPurchaseOrder, { params: { id } })
  return <Loaded read={read}>{children}</Loaded>
}
