import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { ActivityTab } from '#features/audit/ActivityTab.tsx'
import { useMay } from '#features/auth/me.ts'
import { Alert } from '#platform/ui/Alert.tsx'
import { Button } from '#platform/ui/Button.tsx'
import { DetailsDialog } from '#platform/ui/DetailsDialog.tsx'
import { IconButton } from '#platform/ui/IconButton.tsx'
import { MissingRecord } from '#platform/ui/MissingRecord.tsx'
import { Skeleton } from '#platform/ui/Skeleton.tsx'
import { StatusBadge } from '#platform/ui/StatusBadge.tsx'
import { useRecord } from '#platform/ui/use-record.ts'
import { useRead } from '#platform/web/api.ts'
import type { ListState } from '#platform/web/list-search.ts'
import { PurchaseLinesTab } from './PurchaseLinesTab.tsx'
import { PurchaseOrderSheet } from './PurchaseOrderSheet.tsx'
import { codeOf, usualSort } from './PurchaseOrdersTable.tsx'
import { PurchaseOverview } from './PurchaseOverview.tsx'
import { usePurchaseSteps } from './PurchaseSteps.tsx'
import { Waivers } from './Waivers.tsx'
import { ReceiptsTab } from './ReceiptsTab.tsx'
import {
  type PurchaseOrder,
  type PurchaseOrderDetails as Details,
  listPurchaseOrders,
  readPurchaseOrder,
} from './contract.ts'

/** One purchase order over the list; printing it prints the order for the vendor. */
export function PurchaseOrderDetails({ list, code }: { list: ListState; code: string }) {
  const found = useRecord({ endpoint: listPurchaseOrders, list, usualSort, codeOf, code })
  const mayEdit = useMay()('purchaseOrders.create')
  const steps = usePurchaseSteps(list)
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
        subtitle={record ? `${code} · ${record.vendorName}` : code}
        badge={record && <StatusBadge status={record.status} />}
        position={found.position}
        onEdit={mayEdit ? edit : undefined}
        {...(record && {
          actions: {
            label: `Actions for ${code}`,
            items: steps.stepActions(record),
            button: <IconButton icon={Ellipsis} label={`Actions for ${code}`} />,
          },
        })}
        tabs={record ? tabsOf(record) : []}
        tab={list.search.tab}
        onTab={(tab) => list.change({ tab: tab === 'overview' ? undefined : tab })}
        onClose={list.close}
        isLoading={!record}
      />
      {steps.dialog}
      {record && <Sheet id={record.id} />}
    </>
  )
}

function Sheet({ id }: { id: number }) {
  const { data } = useRead(readPurchaseOrder, { params: { id } })
  return data ? <PurchaseOrderSheet order={data} /> : null
}

function tabsOf(order: PurchaseOrder) {
  const { id } = order
  return [
    { id: 'overview', label: 'Overview', render: () => <PurchaseOverview order={order} /> },
    {
      id: 'lines',
      label: 'Lines',
      render: () => <Whole id={id}>{(whole) => <PurchaseLinesTab order={whole} />}</Whole>,
    },
    { id: 'receipts', label: 'Receipts', render: () => <ReceiptsTab order={order} /> },
    {
      id: 'timeline',
      label: 'Timeline',
      render: () => (
        <>
          <Whole id={id}>{(whole) => <Waivers order={whole} />}</Whole>
          <ActivityTab entity="purchase_order" id={id} />
        </>
      ),
    },
  ]
}

function Whole({ id, children }: { id: number; children: (order: Details) => ReactNode }) {
  const read = useRead(readPurchaseOrder, { params: { id } })
  if (read.isPending) return <Skeleton className="h-40" />
  if (read.error) {
    return (
      <Alert actions={<Button onClick={() => void read.refetch()}>Try again</Button>}>
        {read.error.message}
      </Alert>
    )
  }
  return children(read.data)
}
