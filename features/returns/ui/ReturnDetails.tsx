import { Ellipsis } from 'lucide-react'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { timelineTab } from '#features/comments/ui/parts/Timeline.tsx'
import { CreditsOfReturn } from '#features/payables/ui/parts/CreditsOfReturn.tsx'
import { RelatedCreditMemos } from '#features/receivables/ui/parts/RelatedCreditMemos.tsx'
import { DocumentSheet } from '#features/documents/ui/parts/DocumentSheet.tsx'
import { DocumentTools } from '#features/documents/ui/parts/DocumentTools.tsx'
import { sentTab } from '#features/documents/ui/parts/SentTab.tsx'
import { readSettings } from '#features/settings/contract.ts'
import { defaultSettings } from '#features/settings/rules.ts'
import { DetailsDialog } from '#platform/ui/dialogs/DetailsDialog.tsx'
import { IconButton } from '#platform/ui/buttons/IconButton.tsx'
import { MissingRecord } from '#platform/ui/records/MissingRecord.tsx'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { Loaded } from '#platform/ui/page/Loaded.tsx'
import type { Tab } from '#platform/ui/menu/Tabs.tsx'
import { useRecord } from '#platform/ui/records/use-record.ts'
import { useRead } from '#platform/web/api-hooks.ts'
import { type ListState, recordViewOf } from '#platform/web/list-state.ts'
import { ReturnLinesTab } from './ReturnLinesTab.tsx'
import { ReturnTypeBadge } from './ReturnTypeBadge.tsx'
import { ReturnOverview } from './ReturnOverview.tsx'
import { ReturnReceiptsTab } from './ReturnReceiptsTab.tsx'
import { returnDocument } from '../printed-documents.ts'
import { useReturnSteps } from './use-return-steps.tsx'
import { codeOf, lookupQuery, defaultSort } from './ReturnsTable.tsx'
import { type GoodsReturn, listReturns, readReturn } from '../contract.ts'

const RelatedOfPurchase = lazyPart(
  async () =>
    (await import('#features/purchase-orders/ui/parts/RelatedOfPurchase.tsx')).RelatedOfPurchase,
)
const RelatedOfSale = lazyPart(
  async () => (await import('#features/sales-orders/ui/parts/RelatedOfSale.tsx')).RelatedOfSale,
)

type ReturnDetailsProps = {
  list: ListState
  code: string
  moreTabs: (goods: GoodsReturn) => readonly Tab[]
}

/** Shows one return in a dialog over the list; print prints the return form. */
export function ReturnDetails({ list, code, moreTabs }: ReturnDetailsProps) {
  const of = { endpoint: listReturns, list, usualSort: defaultSort, codeOf }
  const found = useRecord({ ...of, code, lookUp: lookupQuery(code) })
  const { itemsOf, dialog } = useReturnSteps()
  const relatedOf = useRelatedTab()
  const { record } = found
  if (found.isMissing || found.error) {
    return <MissingRecord noun="return" code={code} error={found.error} onClose={list.close} />
  }
  return (
    <>
      <DetailsDialog
        title="Return Details"
        isTitleKind
        subtitle={record ? `${code} · ${record.partyName}` : code}
        badge={
          record && (
            <>
              <ReturnTypeBadge type={record.type} />
              <StatusBadge status={record.status} also={record.displayStatus} />
            </>
          )
        }
        position={found.position}
        renewal={found.renewal}
        {...(record && {
          actions: {
            label: `Actions for ${code}`,
            items: itemsOf(record),
            button: <IconButton icon={Ellipsis} label={`Actions for ${code}`} />,
          },
        })}
        documentActions={record && <DocumentTools name="return-form" id={record.id} />}
        tabs={record ? tabsOf(record, [...relatedOf(record), ...moreTabs(record)]) : []}
        {...recordViewOf(list)}
        onClose={list.close}
        isLoading={!record}
      />
      {dialog}
      {record && <Sheet id={record.id} />}
    </>
  )
}

function Sheet({ id }: { id: number }) {
  const { data } = useRead(readReturn, { params: { id } })
  const { data: settings = defaultSettings } = useRead(readSettings)
  if (!data) return null
  return <DocumentSheet documents={[(company) => returnDocument(data, settings, company)]} />
}

function tabsOf(goods: GoodsReturn, more: readonly Tab[]) {
  const { id } = goods
  return [
    { id: 'overview', label: 'Overview', render: () => <ReturnOverview goods={goods} /> },
    { id: 'lines', label: 'Lines', render: () => <Lines id={id} /> },
    ...(goods.type === 'rma' ? [receiptsTab(id)] : []),
    creditTab(goods),
    ...more,
    sentTab({ name: 'return-form', id }),
    timelineTab({ label: 'Timeline', entity: 'return', id }),
  ]
}

/** Returns the tab with the records of the order that was returned, if the user may read it. */
function useRelatedTab() {
  const may = useMay()
  return (goods: GoodsReturn): Tab[] => {
    const { type, returnNumber, originalOrderId, originalOrderNumber } = goods
    const mayRead = may(type === 'rma' ? 'salesOrders.read' : 'purchaseOrders.read')
    if (!mayRead || originalOrderId === null || originalOrderNumber === null) return []
    const Related = type === 'rma' ? RelatedOfSale : RelatedOfPurchase
    const order = { id: originalOrderId, orderNumber: originalOrderNumber }
    const shown = { kind: 'return', number: returnNumber } as const
    return [{ id: 'related', label: 'Related', render: () => <Related {...order} shown={shown} /> }]
  }
}

const notCredited = 'The credit memo is issued when the return is completed.'
const notBilled = 'No credit: the vendor had not billed these goods.'

/** Tab with the customer's credit memos, or with the vendor's credit for an RTV. */
function creditTab({ id: returnId, type, status }: GoodsReturn) {
  const empty = status === 'completed' ? notBilled : notCredited
  const render = () =>
    type === 'rma' ? (
      <RelatedCreditMemos of={{ returnId }} empty={notCredited} />
    ) : (
      <CreditsOfReturn returnId={returnId} empty={empty} />
    )
  return { id: 'credit', label: 'Credit', render }
}

function receiptsTab(id: number) {
  return { id: 'receipts', label: 'Receipts', render: () => <Receipts id={id} /> }
}

function Receipts({ id }: { id: number }) {
  const read = useRead(readReturn, { params: { id } })
  return <Loaded read={read}>{(goods) => <ReturnReceiptsTab goods={goods} />}</Loaded>
}

function Lines({ id }: { id: number }) {
  const read = useRead(readReturn, { params: { id } })
  return <Loaded read={read}>{(goods) => <ReturnLinesTab goods={goods} />}</Loaded>
}
