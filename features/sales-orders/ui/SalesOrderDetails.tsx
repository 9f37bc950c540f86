import { Ellipsis } from 'lucide-react'
import { timelineTab } from '#features/comments/ui/parts/Timeline.tsx'
import { DecisionsTab } from '#features/decisions/ui/parts/DecisionsTab.tsx'
import { InvoicesTab } from '#features/receivables/ui/parts/InvoicesTab.tsx'
import { DocumentSheet } from '#features/documents/ui/parts/DocumentSheet.tsx'
import { DocumentsTab, documentsOf } from '#features/documents/ui/parts/DocumentsTab.tsx'
import { PrintDocuments } from '#features/documents/ui/parts/PrintDocuments.tsx'
import { DocumentTools } from '#features/documents/ui/parts/DocumentTools.tsx'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { DetailsDialog } from '#platform/ui/dialogs/DetailsDialog.tsx'
import { Dialog, DialogBody } from '#platform/ui/dialogs/Dialog.tsx'
import { IconButton } from '#platform/ui/buttons/IconButton.tsx'
import type { Tab } from '#platform/ui/menu/Tabs.tsx'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import { Loaded } from '#platform/ui/page/Loaded.tsx'
import { useRowExport } from '#platform/ui/table/export/export-row-action.ts'
import { useRecord } from '#platform/ui/records/use-record.ts'
import { useRead } from '#platform/web/api-hooks.ts'
import { type ListState, recordViewOf } from '#platform/web/list-state.ts'
import { OrderLinesTab } from './OrderLinesTab.tsx'
import { OrderOverview } from './OrderOverview.tsx'
import { OrderStepDialog } from './dialogs/OrderStepDialog.tsx'
import { RelatedOfSale } from './parts/RelatedOfSale.tsx'
import { RevisionsTab } from './RevisionsTab.tsx'
import { ShipmentsTab } from './shipments/ShipmentsTab.tsx'
import { codeOf, columns, lookupQuery, moreOf, defaultSort } from './sales-order-columns.tsx'
import { type SalesOrder, listSalesOrders, readSalesOrder, readRelatedOfSale } from '../contract.ts'
import { orderConfirmation } from '../printed-documents.ts'
import type { OrderDocument } from './use-order-documents.ts'
import { useOrderSteps } from './use-order-steps.ts'

type SalesOrderDetailsProps = {
  list: ListState
  code: string
  /** Tabs from other features. */
  moreTabs: (order: SalesOrder) => readonly Tab[]
}

/** Redirects of old tab names in URLs. */
const formerTabs: Record<string, string> = {
  activity: 'timeline',
  returns: 'related',
  sent: 'documents',
}

/** A sales order in a dialog over the list; printing prints the order confirmation. */
export function SalesOrderDetails({ list, code, moreTabs }: SalesOrderDetailsProps) {
  const fixed = moreOf(list)
  const of = { endpoint: listSalesOrders, list, usualSort: defaultSort, fixed, codeOf }
  const found = useRecord({ ...of, code, lookUp: lookupQuery(code, list) })
  const { itemsOf, requested, closeRequest, papers } = useOrderSteps()
  const { record } = found
  const exportOf = useRowExport({ name: 'sales-orders', columns, list })
  const items = record && [...itemsOf(record), exportOf(record)]
  const edit = items?.find(({ shortcut }) => shortcut === 'rowEdit')
  if (found.isMissing || found.error) {
    return (
      <Dialog title={code} size="small" place="Details" onClose={list.close}>
        <DialogBody>
          <Alert actions={<Button onClick={list.close}>Back to the list</Button>}>
            {found.error?.message ?? `There is no sales order ${code}.`}
          </Alert>
        </DialogBody>
      </Dialog>
    )
  }
  return (
    <>
      <DetailsDialog
        title="Sales Order Details"
        isTitleKind
        subtitle={record ? `${code} · ${record.customerName}` : code}
        badge={record && <StatusBadge status={record.status} also={record.displayStatus} />}
        position={found.position}
        renewal={found.renewal}
        onEdit={edit?.whyNot === undefined ? edit?.run : undefined}
        {...(items && {
          actions: {
            label: `Actions for ${code}`,
            items,
            button: <IconButton icon={Ellipsis} label={`Actions for ${code}`} />,
          },
        })}
        documentActions={record && <DocumentTools name="order-confirmation" id={record.id} />}
        tabs={record ? tabsOf(record, moreTabs(record), papers.print) : []}
        {...recordViewOf(list)}
        tab={formerTabs[list.search.tab ?? ''] ?? list.search.tab}
        onClose={list.close}
        isLoading={!record}
      />
      {record && !papers.job && <Confirmation id={record.id} />}
      {papers.job && (
        <PrintDocuments key={papers.job.count} {...papers.job} onDone={papers.endJob} />
      )}
      {requested && <OrderStepDialog requested={requested} onClose={closeRequest} />}
    </>
  )
}

function Confirmation({ id }: { id: number }) {
  const { data } = useRead(readSalesOrder, { params: { id } })
  return data ? <DocumentSheet documents={[(company) => orderConfirmation(data, company)]} /> : null
}

type Print = (document: OrderDocument, orders: readonly SalesOrder[]) => unknown

function tabsOf(order: SalesOrder, more: readonly Tab[], print: Print): Tab[] {
  const { id } = order
  return [
    { id: 'overview', label: 'Overview', render: () => <OrderOverview order={order} /> },
    { id: 'lines', label: 'Lines', render: () => <Lines id={id} /> },
    { id: 'shipments', label: 'Shipments', render: () => <ShipmentsTab order={order} /> },
    { id: 'invoices', label: 'Invoices', render: () => <InvoicesTab salesOrderId={id} /> },
    {
      id: 'related',
      label: 'Related',
      render: () => <RelatedOfSale id={id} orderNumber={order.orderNumber} />,
    },
    {
      id: 'documents',
      label: 'Documents',
      render: () => <PrintActions order={order} print={print} />,
    },
    { id: 'revisions', label: 'Revisions', render: () => <RevisionsTab order={order} /> },
    { id: 'decisions', label: 'Decisions', render: () => <DecisionsTab orderId={id} /> },
    ...more,
    timelineTab({ label: 'Timeline', entity: 'sales_order', id }),
  ]
}

function PrintActions({ order, print }: { order: SalesOrder; print: Print }) {
  const { id } = order
  const read = useRead(readRelatedOfSale, { params: { id } })
  const own = (
    [
      ['order-confirmation', 'Order confirmation'],
      ['packing-slip', 'Packing slip'],
      ['pick-list', 'Pick list'],
    ] as const
  ).map(([name, title]) => ({ name, id, title, print: () => print(name, [order]) }))
  return (
    <Loaded read={read}>
      {(records) => (
        <DocumentsTab
          documentOwners={[...own, ...documentsOf(records)]}
          sent={{ name: 'order-confirmation', id }}
        />
      )}
    </Loaded>
  )
}

function Lines({ id }: { id: number }) {
  const read = useRead(readSalesOrder, { params: { id } })
  return <Loaded read={read}>{(order) => <OrderLinesTab order={order} />}</Loaded>
}
